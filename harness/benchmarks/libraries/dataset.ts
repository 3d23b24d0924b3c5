/** Reads a repository as it was published for CodeProjectEval and DevBench. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { UsageError, messageOf } from '../../errors.ts'
import { missionId, relativePath } from '../../contracts/schema.ts'
import { readRequirements, type Requirements } from '../../lib/python/requirements.ts'
import { MiB } from '../../lib/wording/bytes.ts'
import { filesOfGlob } from './glob.ts'
import { listTree, statusOf } from './tree.ts'

const CONFIG = 'config.json'
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

type Config = z.infer<typeof configSchema>
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
  /** The paths that visible tests must not see: all of the hidden tests but modules without a test, and what is beside and no visible test names. */
  readonly hidden: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Names of the packages that its requirements name, in lower case. */
  readonly requirements: readonly string[]
  /** The packages of its own environment. */
  readonly needs: Requirements
  /** Files that the configuration names and that are missing. */
  readonly warnings: readonly string[]
}

/** Ids of all repositories of a dataset, including those that cannot be used. */
export function repositoryIds(source: string): string[] {
  return folderNames(source).filter((id) => missionId.safeParse(id).success)
}

/** Names of all folders with a configuration. */
function folderNames(source: string): string[] {
  const folder = path.resolve(source)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`there is no folder ${folder}; name the folder of the repositories`)
  const names = readdirSync(folder).filter((name) => statusOf(path.join(folder, name, CONFIG)) !== undefined)
  if (names.length === 0)
    throw new UsageError(
      `${folder} has no repository: each is a folder with a config.json, such as rsa/config.json${nearby(folder)}`,
    )
  return names.toSorted()
}

/** The folder that was probably meant: the one above a repository, or one below. */
function nearby(folder: string): string {
  const has = (name: string) => statusOf(path.join(folder, name)) !== undefined
  if (has(CONFIG)) return `; it is a repository itself: name the folder above it, ${path.dirname(folder)}`
  const below = namesIn(folder)
    .slice(0, MOST_BELOW)
    .map((name) => path.join(folder, name))
    .find((inner) => namesIn(inner).some((name) => statusOf(path.join(inner, name, CONFIG)) !== undefined))
  return below === undefined ? '' : `; did you mean ${below}?`
}

/** Empty for all but folders that can be read: this only looks for a hint. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Folders that are looked at for one that was meant. */
const MOST_BELOW = 50

export interface Survey {
  /** At least one. */
  readonly repositories: readonly Repository[]
  /** Folders that should be repositories and cannot be used. */
  readonly unusable: readonly { readonly name: string; readonly reason: string }[]
}

/**
 * Reads all repositories of a dataset.
 * @throws UsageError if none of them can be used
 */
export function surveyDataset(source: string): Survey {
  const repositories: Repository[] = []
  const unusable: { readonly name: string; readonly reason: string }[] = []
  for (const name of folderNames(source)) {
    const read = repositoryOrReason(source, name)
    if (typeof read === 'string') unusable.push({ name: shownName(name), reason: read })
    else repositories.push(read)
  }
  if (repositories.length > 0) return { repositories, unusable: [...unusable, ...withoutConfig(source)] }
  const reasons = unusable.slice(0, MOST_REASONS).map(({ name, reason }) => `${name}: ${reason}`)
  throw new UsageError(`${path.resolve(source)} has no repository that can be used: ${reasons.join('; ')}`)
}

/** Repositories of which a message says what is wrong. */
const MOST_REASONS = 3

function repositoryOrReason(source: string, name: string): Repository | string {
  if (!missionId.safeParse(name).success)
    return 'the name of its folder is not an id of a mission: letters and digits, joined by dots, hyphens or underscores'
  try {
    return readRepository(source, name)
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
}

/** Folders that have tests as a repository has them, and no configuration. */
function withoutConfig(source: string): Survey['unusable'] {
  const folder = path.resolve(source)
  return readdirSync(folder)
    .filter((name) => statusOf(path.join(folder, name, CONFIG)) === undefined)
    .filter((name) => ['unit_tests', 'check_tests'].some((tests) => isFolder(folder, `${name}/${tests}`)))
    .toSorted()
    .map((name) => ({ name: shownName(name), reason: `it has tests and no ${CONFIG}` }))
}

/** Names of folders come from a dataset, and may contain line breaks. */
function shownName(name: string): string {
  return missionId.safeParse(name).success ? name : JSON.stringify(name)
}

/** @throws UsageError naming the file and what is wrong with it */
export function readRepository(source: string, id: string): Repository {
  if (!repositoryIds(source).includes(id)) throw new UsageError(`${path.resolve(source)} has no repository "${id}"`)
  const folder = path.join(path.resolve(source), id)
  try {
    return repositoryOf(id, folder)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!UNREADABLE.has(code)) throw error
    throw new UsageError(`${folder} cannot be read: ${messageOf(error).slice(0, 300)}`, { cause: error })
  }
}

/** Codes of errors that the permissions and the names of files can cause. */
const UNREADABLE = new Set(['EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG', 'ENOENT', 'ENOTDIR'])

function repositoryOf(id: string, folder: string): Repository {
  const config = readConfig(path.join(folder, CONFIG))
  // First: nothing below this line can meet a link, or read more than the limit.
  const files = listTree(folder, (file, problem) => refusalOf(config, folder, file, problem))
  const sources = sourcesOf(config, folder)
  if (sources.length === 0) throw new UsageError(`${folder}/config.json names no source code`)
  const { unit_tests: unit } = config
  if (unit === undefined || !isFolder(folder, unit))
    throw new UsageError(`${folder}/config.json: unit_tests: there is no folder "${unit ?? ''}"`)
  const documents = documentsOf(config)
  const present = documents.filter(({ path: file }) => isDocument(folder, file))
  if (!present.some(({ role }) => role === 'prd'))
    throw new UsageError(`${folder}/config.json: PRD: there is no such document of at most 1 MiB`)
  const named = config.check_tests
  const check = named !== undefined && isFolder(folder, named) ? named : undefined
  return {
    id,
    folder,
    documents: present,
    sources,
    unit,
    check,
    hidden: [
      ...files.filter((file) => isBelow(unit, file) && isHidden(folder, file)),
      ...(check === undefined ? [] : unnamed(folder, files, config, [unit, check, ...sources])),
    ],
    env: config.env_vars,
    requirements: requirementsOf(folder, config.dependencies),
    needs: readRequirements(textsOf(folder, config.dependencies)),
    warnings: warningsOf(config, folder, documents),
  }
}

/** A pipe would be waited for, and a link can lead to a file of the user. */
function readConfig(file: string): Config {
  const status = statusOf(file)
  if (status?.isSymbolicLink())
    throw new UsageError(`${file} is a link, which is not followed; put the file itself there`)
  if (!status?.isFile()) throw new UsageError(`${file} is not a regular file; put the published one there`)
  try {
    if (status.size > LARGEST_CONFIG) throw new Error('it is larger than 1 MiB')
    return configSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw new UsageError(`${file} is not as published: ${inOneLine(error).slice(0, 300)}`)
  }
}

function inOneLine(error: unknown): string {
  if (!(error instanceof z.ZodError)) return messageOf(error).replaceAll(/\s+/g, ' ')
  return error.issues.map(({ path: field, message }) => `${field.map(String).join('.')}: ${message}`).join('; ')
}

/** Names the field of the configuration that the file belongs to, if there is one. */
function refusalOf(config: Config, folder: string, file: string, problem: string): UsageError {
  const field = Object.entries(config).find(([, value]) =>
    [value].flat().some((named) => typeof named === 'string' && isBelow(named, file)),
  )
  const place = field === undefined ? `${folder}/` : `${folder}/config.json: ${field[0]}: `
  return new UsageError(`${place}${file} ${problem}`)
}

/** Whether the file is this file, or in this folder. */
function isBelow(place: string, file: string): boolean {
  return file === place || file.startsWith(`${place}/`)
}

/** DevBench names no folder of code: it is where the files of its graph of imports are. */
function sourcesOf(config: Config, folder: string): string[] {
  const { source_code: one, src_files: several, code_file_DAG: graph } = config
  const named = [...Object.keys(graph), ...Object.values(graph).flat()].map((file) => file.split('/')[0] ?? '')
  const all = one === undefined ? [...several, ...named] : [one]
  return [...new Set(all)].filter((each) => statusOf(path.join(folder, each)) !== undefined).toSorted()
}

function documentsOf(config: Config): Document[] {
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
  { required_files: required, check_tests: check }: Config,
  folder: string,
  documents: readonly Document[],
): string[] {
  const lost = [
    ...documents.map(({ path: file }) => file).filter((file) => !isDocument(folder, file)),
    ...required.filter((glob) => filesOfGlob(folder, glob).length === 0),
    ...(check === undefined || isFolder(folder, check) ? [] : [check]),
  ]
  if (lost.length === 0) return []
  const are = lost.length === 1 ? 'which is not there' : 'which are not there'
  return [`${path.basename(folder)}: config.json names ${[...new Set(lost)].join(', ')}, ${are}`]
}

function requirementsOf(folder: string, files: readonly string[]): string[] {
  const lines = textsOf(folder, files).flatMap((text) => text.split('\n'))
  return lines.flatMap((line) => /^\s*([A-Za-z0-9][A-Za-z0-9._-]{0,80})/.exec(line)?.[1]?.toLowerCase() ?? [])
}

function textsOf(folder: string, files: readonly string[]): string[] {
  return files.filter((file) => isDocument(folder, file)).map((file) => readFileSync(path.join(folder, file), 'utf8'))
}

const A_TEST = /^[ \t]*(async[ \t]+)?(def|class)[ \t]+[Tt]est/m

/** Not hidden: modules of Python without a test. */
function isHidden(folder: string, file: string): boolean {
  if (!file.endsWith('.py') || file.endsWith('conftest.py')) return true
  return A_TEST.test(readFileSync(path.join(folder, file), 'utf8'))
}

/** The files of a repository that pytest reads, and those that Python reads as a package. */
const CONFIGURES = ['pyproject.toml', 'pytest.ini', 'setup.cfg', 'tox.ini', 'conftest.py', '__init__.py']

/**
 * Entries beside the tests and the code that neither the configuration requires nor the visible tests name, such as other tests, their
 * data and examples. A library that runs under visible tests can tell its author all that it reads.
 */
function unnamed(folder: string, files: readonly string[], config: Config, known: readonly string[]): string[] {
  const tests = files.filter((file) => isBelow(config.check_tests ?? '', file))
  const texts = [
    ...tests.map((file) => readFileSync(path.join(folder, file), 'utf8')),
    ...Object.values(config.env_vars),
  ]
  const words = new Set(texts.flatMap((text) => text.split(/[^\w.-]+/)))
  const top = (file: string) => path.posix.normalize(file).split('/')[0] ?? file
  const kept = new Set([...[...known, ...config.required_files].map(top), ...CONFIGURES])
  return [...new Set(files.map(top))].filter((name) => !kept.has(name) && !words.has(name))
}

function isDocument(folder: string, file: string): boolean {
  const status = statusOf(path.join(folder, file))
  return status?.isFile() === true && status.size <= LARGEST_DOCUMENT
}

function isFolder(folder: string, name: string): boolean {
  return statusOf(path.join(folder, name))?.isDirectory() === true
}
