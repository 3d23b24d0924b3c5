import { statSync } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import path from 'node:path'
import { UsageError, messageOf } from '../../errors.ts'
import { loadModule, placeInFile } from './load-module.ts'
import { sha256 } from './digest.ts'

/** A kind of value that a user's file can export, and how to recognise it. */
export interface OwnKind {
  /** For messages, such as `a tester`. */
  readonly what: string
  /** Functions that the value must have. */
  readonly functions: readonly string[]
  /** Returns another problem of the value; undefined if it has none. */
  problemOf?(value: Readonly<Record<string, unknown>>): string | undefined
}

/** A value from a user's file. */
export interface Own {
  /** Absolute path. */
  readonly file: string
  /** sha256 of the file and of the files that it imports. */
  readonly sha256: string
  readonly value: Readonly<Record<string, unknown>>
}

/** Whether a value of an option is the path of a module, and not a name. */
export function isModuleFile(spec: string): boolean {
  return /^(\.{1,2}[\\/]|[\\/]|[A-Za-z]:[\\/])/.test(spec) || /\.[cm]?[jt]s$/.test(spec)
}

/** Whether a path that should be a module is a folder, for which Node's own message names no remedy. */
export function isFolder(spec: string): boolean {
  return statSync(spec, { throwIfNoEntry: false })?.isDirectory() === true
}

/**
 * Loads the default export of a user's file: the value itself, or a function that makes it.
 * @param setup Passed to such a function
 * @throws UsageError naming the file, the place in it and what is missing
 */
export async function loadOwn(spec: string, kind: OwnKind, setup: unknown = {}): Promise<Own> {
  const file = path.resolve(spec)
  await access(file).catch((error: unknown) => {
    throw new UsageError(`${kind.what} cannot be read from ${file}: ${messageOf(error)}`)
  })
  const value = await made((await loadModule(file)).default, setup, file)
  const problem = problemOf(value, kind)
  if (problem !== undefined) throw new UsageError(`${file}: the default export ${problem}`)
  return { file, sha256: await moduleDigest(file), value: value as Own['value'] }
}

async function made(exported: unknown, setup: unknown, file: string): Promise<unknown> {
  if (typeof exported !== 'function') return exported
  try {
    return await (exported as (setup: unknown) => unknown)(setup)
  } catch (error) {
    throw new UsageError(`${placeInFile(error, file)}: ${messageOf(error)}`, { cause: error })
  }
}

function problemOf(value: unknown, kind: OwnKind): string | undefined {
  const { what, functions } = kind
  if (typeof value !== 'object' || value === null) return `is neither ${what} nor a function that returns one`
  const fields = value as Readonly<Record<string, unknown>>
  if (typeof fields['name'] !== 'string' || fields['name'] === '') return `is not ${what}: it has no name`
  const missing = functions.find((name) => typeof fields[name] !== 'function')
  if (missing !== undefined) return `is not ${what}: it has no function "${missing}"`
  const problem = kind.problemOf?.(fields)
  return problem === undefined ? undefined : `is not ${what}: ${problem}`
}

// ---- module digest -------------------------------------------------------------------------------------------------

/**
 * sha256 of a user's module and of the files that it imports by path. Packages are not included, because they have versions. A
 * module that imports no other file has the digest of its own content.
 * @throws UsageError if an import cannot be followed
 */
export async function moduleDigest(file: string): Promise<string> {
  const others = (await importedFiles(file)).filter((each) => each !== file).toSorted()
  const own = sha256(await readFile(file))
  if (others.length === 0) return own
  const parts = await Promise.all(
    others.map(async (each) => [path.relative(path.dirname(file), each), sha256(await readFile(each))]),
  )
  return sha256(JSON.stringify([own, parts]))
}

/** Absolute paths, the module among them. */
async function importedFiles(file: string): Promise<string[]> {
  const { build } = await import('esbuild')
  try {
    const { metafile } = await build({
      entryPoints: [file],
      absWorkingDir: path.dirname(file),
      bundle: true,
      write: false,
      metafile: true,
      packages: 'external',
      logLevel: 'silent',
      platform: 'node',
      format: 'esm',
      target: 'node20',
    })
    return Object.keys(metafile.inputs).map((name) => path.resolve(path.dirname(file), name))
  } catch (error) {
    throw new UsageError(`the imports of ${file} cannot be followed: ${messageOf(error)}`, { cause: error })
  }
}
