import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { withTimeout } from '../../lib/async/deadline.ts'
import { messageOf } from '../../errors.ts'
import { scratchFolder } from '../../lib/files/scratch.ts'
import { findPython, type PythonChoice } from '../../lib/python/find.ts'
import { chooseSandbox, openSandbox } from '../../sandbox/index.ts'
import type { Python } from '../../contracts/types.ts'
import type { Finding } from '../../contracts/paper.ts'

/** Milliseconds: the first import of some packages compiles them. */
const PATIENCE = 60_000

/** Prints the version of each module, or why it cannot be imported. */
const PROBE = `
import importlib, json, platform, sys
def look(name):
    try: module = importlib.import_module(name)
    except BaseException as error: return {'problem': f'{type(error).__name__}: {error}'}
    if module.__file__ is None: return {'problem': 'is a folder without a module'}
    return {'version': str(getattr(module, '__version__', 'of unknown version'))}
print(json.dumps({'python': platform.python_version(), 'modules': {name: look(name) for name in sys.argv[1:]}}))
`
const probeSchema = z.object({
  python: z.string(),
  modules: z.record(z.string(), z.object({ version: z.string().optional(), problem: z.string().optional() })),
})
export type Modules = z.infer<typeof probeSchema>['modules']

export interface PythonFound {
  readonly finding: Finding
  /** The modules that projects can import; undefined if there is no Python. */
  readonly modules?: Modules
}

/** The Python of a run, as a project finds it in the sandbox. */
export async function pythonFound(choice: PythonChoice, modules: readonly string[]): Promise<PythonFound> {
  const base = { what: 'Python', optional: true }
  try {
    const python = await findPython(choice)
    const probe = await probeIn(python, modules)
    const where = [python.program, ...python.path].join(', modules first from ')
    return { finding: { ...base, ok: true, found: `Python ${probe.python} (${where})` }, modules: probe.modules }
  } catch (error) {
    const named = choice.program === undefined ? process.env['PE_PYTHON'] && 'PE_PYTHON' : '--python'
    const remedy = named
      ? `let ${named} name an interpreter that starts, or leave it out`
      : 'install python3, or name an interpreter with --python or PE_PYTHON, to judge Python projects'
    // No run begins with an interpreter that was named and does not start.
    return { finding: { ...base, optional: !named, ok: false, found: messageOf(error), remedy } }
  }
}

async function probeIn(python: Python, modules: readonly string[]): Promise<z.infer<typeof probeSchema>> {
  await using scratch = await scratchFolder('doctor')
  const cwd = path.join(scratch.path, 'probe')
  await mkdir(cwd)
  await using sandbox = await openSandbox((await chooseSandbox()).name, scratch.path, { python, browser: false })
  await using child = await sandbox.spawn({
    argv: [python.program, '-c', PROBE, ...modules],
    cwd,
    stdin: 'none',
  })
  const exit = await withTimeout(
    child.exit,
    PATIENCE,
    `${python.program} did not answer within ${String(PATIENCE / 1000)} s`,
  )
  const parsed = probeSchema.safeParse(parsedJson(child.stdout.text()))
  if (parsed.success) return parsed.data
  const said = child.stderr.text().trim().split('\n').at(-1) ?? ''
  throw new Error(`${python.program} does not start in the sandbox: ${exit.cause ?? said}`)
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
