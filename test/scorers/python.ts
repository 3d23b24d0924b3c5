import { execFileSync } from 'node:child_process'

/** Debian's Python; another one may come first on PATH. */
const PYTHON = '/usr/bin/python3'

/**
 * Runs a Python program that reads a JSON value and prints one. Undefined if there is no Python that meets the condition,
 * a Python expression.
 */
export function python(condition: string): ((program: string, input: unknown) => unknown) | undefined {
  try {
    const holds = execFileSync(PYTHON, ['-c', `import sys; print(${condition})`], { encoding: 'utf8', stdio: 'pipe' })
    if (holds.trim() !== 'True') return undefined
  } catch {
    return undefined
  }
  return (program, input) => {
    const options = { encoding: 'utf8', input: JSON.stringify(input), maxBuffer: 1 << 28 } as const
    const env = { PYTHONHASHSEED: '0', PYTHONIOENCODING: 'utf-8' }
    const printed: unknown = JSON.parse(
      execFileSync(PYTHON, ['-c', `import sys, json\ndata = json.load(sys.stdin)\n${program}`], { ...options, env }),
    )
    return printed
  }
}
