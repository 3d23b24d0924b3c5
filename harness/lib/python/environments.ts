/** Virtual environments for the tests of repositories: one for each interpreter and list of requirements, in the cache. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import * as z from 'zod'
import { MachineFault } from '../../errors.ts'
import type { Python } from '../../contracts/types.ts'
import { cacheFolder } from '../files/caches.ts'
import { sha256 } from '../files/digest.ts'
import type { Requirements } from './requirements.ts'

/** Raise it if environments of earlier versions are not made in the same way. */
const VERSION = 1

/** `environment.json` */
const recordSchema = z.strictObject({
  schemaVersion: z.literal(1),
  tool: z.enum(['pip', 'uv']),
  /** The Python of its folders, such as `python3.11`. */
  series: z.string().regex(/^python\d+\.\d+$/),
  /** `name-version` of each package. */
  installed: z.array(z.string()),
  missing: z.array(z.strictObject({ requirement: z.string(), reason: z.string() })),
})
export type EnvironmentRecord = z.infer<typeof recordSchema>

export interface RepositoryEnvironment {
  readonly record: EnvironmentRecord
  /** Its interpreter. It loads what was installed, so it runs in a sandbox alone. */
  readonly program: string
  /** The folder of its packages. */
  readonly packages: string
  /** Folders that a sandbox shows. */
  readonly folders: readonly string[]
  /** Of what is installed. */
  readonly digest: string
}

/** The name of the folder in an entry that is the environment itself. */
export const ENVIRONMENT = 'environment'
export const ENVIRONMENT_RECORD = 'environment.json'

/** The entry of an environment in the cache, whether it is there or not. */
export async function environmentEntry({ wanted, refused }: Requirements, python: Python): Promise<string> {
  const key = [VERSION, python.program, await versionOf(python.program), wanted, refused]
  return path.join(cacheFolder('environments'), sha256(JSON.stringify(key)))
}

/** The environment of these requirements; undefined if it has not been made, or is damaged. */
export async function findEnvironment(
  requirements: Requirements,
  python: Python,
): Promise<RepositoryEnvironment | undefined> {
  // Asking an interpreter takes time, and most machines have no environments.
  if (!existsSync(cacheFolder('environments'))) return undefined
  return environmentIn(await environmentEntry(requirements, python), python)
}

export async function environmentIn(entry: string, python: Python): Promise<RepositoryEnvironment | undefined> {
  const text = await readFile(path.join(entry, ENVIRONMENT_RECORD), 'utf8').catch(() => undefined)
  const record = text === undefined ? undefined : recordIn(text)
  if (text === undefined || !record) return undefined
  const folder = path.join(entry, ENVIRONMENT)
  const packages = path.join(folder, 'lib', record.series, 'site-packages')
  if (!existsSync(packages)) return undefined
  return {
    record,
    program: path.join(folder, 'bin', 'python'),
    packages,
    folders: [folder, ...python.folders],
    digest: sha256(`${entry}\n${text}`),
  }
}

function recordIn(text: string): EnvironmentRecord | undefined {
  try {
    return recordSchema.safeParse(JSON.parse(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const versions = new Map<string, Promise<string>>()

function versionOf(program: string): Promise<string> {
  const known = versions.get(program) ?? ask(program)
  versions.set(program, known)
  return known
}

async function ask(program: string): Promise<string> {
  const options = { reject: false, stdin: 'ignore', timeout: 20_000, cwd: '/' } as const
  const argv = ['-I', '-S', '-c', 'import sys; print(sys.version)']
  const { stdout, stderr, failed } = await execa(program, argv, options)
  if (failed) throw new MachineFault(`${program} does not say its version: ${stderr.slice(0, 300)}`)
  return stdout
}
