import { execa } from 'execa'
import * as z from 'zod'
import { MachineFault } from '../../errors.ts'

const PROBE = 'import json, sys; print(json.dumps(sorted({*sys.stdlib_module_names, *sys.builtin_module_names})))'
const namesSchema = z.array(z.string())
const known = new Map<string, Promise<ReadonlySet<string>>>()

/** Names of the modules that come with an interpreter. */
export function standardModules(python: string): Promise<ReadonlySet<string>> {
  const names = known.get(python) ?? ask(python)
  known.set(python, names)
  return names
}

async function ask(python: string): Promise<ReadonlySet<string>> {
  const options = { reject: false, stdin: 'ignore', timeout: 20_000, cwd: '/' } as const
  const { stdout, stderr, failed } = await execa(python, ['-I', '-c', PROBE], options)
  if (failed) throw new MachineFault(`${python} does not list its modules: ${stderr.slice(0, 300)}`)
  return new Set(namesSchema.parse(JSON.parse(stdout)))
}
