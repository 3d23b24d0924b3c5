/** Reads a repository as it was published for CodeProjectEval and DevBench. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { UsageError, messageOf } from '../../errors.ts'
import { missionId, relativePath } from '../../contracts/schema.ts'
import { readRequirements, type Requirements } from '../../lib/python/requirements.ts'
import { MiB } from '../../lib/wording/bytes.ts'
import { filesOfGlob } from './glob.ts'

const LARGEST_CONFIG = MiB
const LARGEST_DOCUMENT = MiB
const MOST_PATHS = 200

/** A path in the repository; some are published with a slash at the end, and an empty one stands for none. */
const place = z
  .string()
  .max(300)
  .transform((text) => path.posix.normalize(text.trim()).replace(/\/+$/, ''))
  .pipe(z.union([relativePath, z.literal('.')]))
  .transform((text) => (text === '.' ? undefined : text))
const places = z
  .union([place.transform((one) => [one]), z.array(place).max(MOST_PATHS)])
  .transform((list) => list.filter((each) => each !== undefined))

const configSchema = z.object({
  PRD: place,
  UML: places.default([]),
  UML_class: places.default([]),
  UML_sequence: places.default([]),
  architecture_design: places.default([]),
  dependencies: places.default([]),
  source_code: place.optional(),
  src_files: places.default([]),
  code_file_DAG: z.record(relativePath, z.array(relativePath).max(MOST_PATHS)).default({}),
  unit_tests: place,
  check_tests: place.optional(),
  required_files: places.default([]),
  env_vars: z.record(z.string().regex(/^[A-Za-z_]\w{0,60}$/), z.string().max(1000)).default({}),
})

export interface Document {
  readonly path: string
  readonly role: 'prd' | 'uml' | 'architecture' | 'other'
}

export interface Repository {
  readonly id: string
  readonly folder: string
  readonly documents: readonly Document[]
  /** Folders and files of its code. */
  readonly sources: readonly string[]
  readonly unit: string
  readonly check: string | undefined
  /** Files of the hidden tests that visible tests must not see: all but modules of theirs without a test. */
  readonly hidden: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Names of the packages that its requirements name, in lower case. */
  readonly requirements: readonly string[]
  /** The packages of its own environment. */
  readonly needs: Requirements
  /** Files that the configuration names and that are missing. */
  readonly warnings: readonly string[]
}

/** Ids of all repositories of a dataset. */
export function repositoryIds(source: string): string[] {
  const folder = path.resolve(source)
  if (!existsSync(folder)) throw new UsageError(`there is no folder ${folder}; name the folder of the repositories`)
  const ids = readdirSync(folder).filter((name) => existsSync(path.join(folder, name, 'config.json')))
  if (ids.length === 0)
    throw new UsageError(`${folder} has no repository: each is a folder with a config.json, such as rsa/config.json`)
  return ids.filter((id) => missionId.safeParse(id).success).toSorted()
}

/** @throws UsageError naming the file and what is wrong with it */
export function readRepository(source: string, id: string): Repository {
  if (!repositoryIds(source).includes(id)) throw new UsageError(`${path.resolve(source)} has no repository "${id}"`)
  const folder = path.join(path.resolve(source), id)
  const config = readConfig(path.join(folder, 'config.json'))
  const sources = sourcesOf(config, folder)
  if (sources.length === 0) throw new UsageError(`${folder}/config.json names no source code`)
  const { unit_tests: unit } = config
  if (unit === undefined || !isFolder(folder, unit))
    throw new UsageError(`${folder}/config.json: unit_tests: there is no folder "${unit ?? ''}"`)
  const documents = documentsOf(config)
  const present = documents.filter(({ path: file }) => isDocument(folder, file))
  if (!present.some(({ role }) => role === 'prd'))
    throw new UsageError(`${folder}/config.json: PRD: there is no such document of at most 1 MiB`)
  const check = config.check_tests
  return {
    id,
    folder,
    documents: present,
    sources,
    unit,
    check: check !== undefined && isFolder(folder, check) ? check : undefined,
    hidden: hiddenFiles(folder, unit),
    env: config.env_vars,
    requirements: requirementsOf(folder, config.dependencies),
    needs: readRequirements(textsOf(folder, config.dependencies)),
    warnings: warningsOf(config, folder, documents),
  }
}

function readConfig(file: string): z.infer<typeof configSchema> {
  try {
    if (statSync(file).size > LARGEST_CONFIG) throw new Error('it is larger than 1 MiB')
    return configSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw new UsageError(`${file} is not as published: ${messageOf(error).slice(0, 300)}`, { cause: error })
  }
}

/** DevBench names no folder of code: it is where the files of its graph of imports are. */
function sourcesOf(config: z.infer<typeof configSchema>, folder: string): string[] {
  const { source_code: one, src_files: several, code_file_DAG: graph } = config
  const named = [...Object.keys(graph), ...Object.values(graph).flat()].map((file) => file.split('/')[0] ?? '')
  const all = one === undefined ? [...several, ...named] : [one]
  return [...new Set(all)].filter((each) => existsSync(path.join(folder, each))).toSorted()
}

function documentsOf(config: z.infer<typeof configSchema>): Document[] {
  const { PRD, UML, UML_class, UML_sequence, architecture_design: architecture, dependencies } = config
  const of = (role: Document['role'], list: readonly string[]) => list.map((file) => ({ path: file, role }))
  return [
    ...of('prd', PRD === undefined ? [] : [PRD]),
    ...of('uml', [...UML, ...UML_class, ...UML_sequence]),
    ...of('architecture', architecture),
    ...of('other', dependencies),
  ]
}

function warningsOf(
  { required_files: required, check_tests: check }: z.infer<typeof configSchema>,
  folder: string,
  documents: readonly Document[],
): string[] {
  const lost = [
    ...documents.map(({ path: file }) => file).filter((file) => !isDocument(folder, file)),
    ...required.filter((glob) => filesOfGlob(folder, glob).length === 0),
    ...(check === undefined || isFolder(folder, check) ? [] : [check]),
  ]
  return lost.map((file) => `${path.basename(folder)}: config.json names ${file}, which is not there`)
}

function requirementsOf(folder: string, files: readonly string[]): string[] {
  const lines = textsOf(folder, files).flatMap((text) => text.split('\n'))
  return lines.flatMap((line) => /^\s*([A-Za-z0-9][A-Za-z0-9._-]{0,80})/.exec(line)?.[1]?.toLowerCase() ?? [])
}

function textsOf(folder: string, files: readonly string[]): string[] {
  return files.filter((file) => isDocument(folder, file)).map((file) => readFileSync(path.join(folder, file), 'utf8'))
}

const A_TEST = /^[ \t]*(async[ \t]+)?(def|class)[ \t]+[Tt]est/m

function hiddenFiles(folder: string, unit: string): string[] {
  const names = readdirSync(path.join(folder, unit), { recursive: true, encoding: 'utf8' })
  return names
    .map((name) => path.posix.join(unit, name))
    .filter((file) => statSync(path.join(folder, file)).isFile())
    .filter(
      (file) =>
        !file.endsWith('.py') ||
        file.endsWith('conftest.py') ||
        A_TEST.test(readFileSync(path.join(folder, file), 'utf8')),
    )
    .toSorted()
}

function isDocument(folder: string, file: string): boolean {
  const status = statSync(path.join(folder, file), { throwIfNoEntry: false })
  return status?.isFile() === true && status.size <= LARGEST_DOCUMENT
}

function isFolder(folder: string, name: string): boolean {
  return statSync(path.join(folder, name), { throwIfNoEntry: false })?.isDirectory() === true
}
