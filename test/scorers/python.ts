import { execFileSync } from 'node:child_process'

/** Runs a program with Debian's Python, which reads `data` from JSON and prints JSON; another Python may come first on PATH. */
export function python(program: string, data: unknown): unknown {
  const printed: unknown = JSON.parse(
    execFileSync('/usr/bin/python3', ['-c', `import sys, json\ndata = json.load(sys.stdin)\n${program}`], {
      encoding: 'utf8',
      input: JSON.stringify(data),
      maxBuffer: 1 << 28,
      env: { PYTHONHASHSEED: '0', PYTHONIOENCODING: 'utf-8' },
    }),
  )
  return printed
}
