import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Python } from '../../contracts/types.ts'
import { isHidden, isModuleHidden } from '../processes/environment.ts'

/** Programs for missions with windows, with Debian's names of their packages. */
const PROGRAMS = {
  '/usr/bin/Xvfb': 'xvfb',
  '/usr/bin/xkbcomp': 'x11-xkb-utils',
  '/usr/bin/tesseract': 'tesseract-ocr',
} as const
const MODULES = { pygame: 'python3-pygame', tkinter: 'python3-tk', numpy: 'python3-numpy' } as const
const PROBE = `
import importlib.util, sys
print(' '.join(name for name in sys.argv[1:] if importlib.util.find_spec(name) is None))
`
const DEADLINE = 10_000

/** Whether this machine has a program that missions with windows need. */
export function hasDesktopProgram(file: keyof typeof PROGRAMS): boolean {
  return existsSync(file) && !isHidden('desktop', process.env)
}

/** Debian's packages that missions with windows need and this machine does not have. */
export async function missingForDesktop({ program, path }: Python): Promise<string[]> {
  if (isHidden('desktop', process.env)) return [...Object.values(PROGRAMS), ...Object.values(MODULES)]
  const programs = Object.entries(PROGRAMS).flatMap(([file, name]) => (existsSync(file) ? [] : [name]))
  const env = { ...process.env, PYTHONPATH: path.join(':') }
  const { stdout } = await promisify(execFile)(program, ['-c', PROBE, ...Object.keys(MODULES)], {
    env,
    timeout: DEADLINE,
  }).catch(() => ({ stdout: Object.keys(MODULES).join(' ') }))
  const modules = Object.entries(MODULES).flatMap(([module, name]) =>
    stdout.split(/\s+/).includes(module) || isModuleHidden(module, process.env) ? [name] : [],
  )
  return [...programs, ...modules]
}

/** Why missions with windows cannot be judged here, in one line with the remedy; undefined if they can. */
export async function desktopProblem(python: Python): Promise<string | undefined> {
  const missing = await missingForDesktop(python)
  if (missing.length === 0) return undefined
  return `missions with windows need ${missing.join(', ')}, which this machine does not have: npm run setup -- desktop`
}
