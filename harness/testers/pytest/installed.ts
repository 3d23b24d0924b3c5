import { existsSync } from 'node:fs'
import path from 'node:path'
import { execa } from 'execa'
import * as z from 'zod'
import { MachineFault } from '../../errors.ts'
import type { LibrarySuite } from '../../contracts/schema.ts'

const PROBE = `
import importlib.machinery, json, os, sys
found = [importlib.machinery.PathFinder.find_spec(name) for name in sys.argv[1:]]
print(json.dumps([place for spec in found if spec for place in spec.submodule_search_locations or []]))
`
const placesSchema = z.array(z.string())
const known = new Map<string, Promise<readonly string[]>>()

/**
 * Folders of installed libraries with one of the suite's names, which would answer in the place of a project without them.
 * @param python The interpreter of the run; the suite's own environment is only looked at
 */
export async function installedLibraries(
  python: string,
  { names, environment }: Pick<LibrarySuite, 'names' | 'environment'>,
): Promise<readonly string[]> {
  if (environment) return names.map((name) => path.join(environment.packages, name)).filter((each) => existsSync(each))
  return installedFor(python, names)
}

function installedFor(python: string, names: readonly string[]): Promise<readonly string[]> {
  const key = JSON.stringify([python, names])
  const places = known.get(key) ?? ask(python, names)
  known.set(key, places)
  return places
}

async function ask(python: string, names: readonly string[]): Promise<readonly string[]> {
  const options = { reject: false, stdin: 'ignore', timeout: 20_000, cwd: '/' } as const
  const { stdout, stderr, failed } = await execa(python, ['-I', '-c', PROBE, ...names], options)
  if (failed) throw new MachineFault(`${python} does not say which libraries are installed: ${stderr.slice(0, 300)}`)
  return placesSchema.parse(JSON.parse(stdout))
}
