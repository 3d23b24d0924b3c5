import { chmod, cp, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { LibrarySuite } from '../../contracts/schema.ts'
import type { ProjectFile, Sandbox } from '../../contracts/types.ts'
import { readFolder } from '../../lib/files/read-folder.ts'
import { MiB } from '../../lib/wording/bytes.ts'
import type { Rewriting } from './rewrite.ts'

/** Bounds for the tests of a dataset. */
const TESTS = { files: 5000, bytes: 64 * MiB, except: ['__pycache__', '.pytest_cache'] }

/** Files that would configure pytest or Python, or run as native code. None of them is source code of a library. */
const REFUSED =
  /(^|\/)(conftest\.py|pytest\.ini|tox\.ini|setup\.cfg|pyproject\.toml|sitecustomize\.py|usercustomize\.py|__pycache__|\.[^/]*)(\/|$)|\.(pth|so|pyd|dll|dylib|pyc|pyo|egg-link)$/i

/** The files of a project that are its library. */
export function libraryFiles(files: readonly ProjectFile[], { sources }: Pick<LibrarySuite, 'sources'>): ProjectFile[] {
  return files.filter(
    ({ path: file }) =>
      sources.some((source) => (file === source && isModule(source)) || file.startsWith(`${source}/`)) &&
      !REFUSED.test(file),
  )
}

/** A source is one module, or a folder: a file in the place of a folder is no library. */
function isModule(source: string): boolean {
  return source.endsWith('.py')
}

export interface Places {
  /** A new folder directly below the scratch folder, in which the tests run. It alone is writable. */
  readonly folder: string
  /** For what is shown read-only. */
  readonly shown: string
}

/** The contents of test files that are not written to the disk, by their paths in the folder of the tests. */
export type HiddenFiles = ReadonlyMap<string, Buffer>

/**
 * Composes a fresh tree: the dataset without its solution, the project's library, and the rewritten tests.
 * @param hides Whether a test file is empty, so that nothing that the library starts can read it
 */
export async function compose(
  suite: LibrarySuite,
  files: readonly ProjectFile[],
  { rewrite }: Pick<Rewriting, 'rewrite'>,
  sandbox: Sandbox,
  { folder, shown }: Places,
  hides: (file: string) => boolean,
): Promise<HiddenFiles> {
  await mkdir(shown, { recursive: true })
  await chmod(shown, 0o755)
  await copyDataset(suite, folder)
  const hidden = await writeTests(suite, rewrite, path.join(shown, 'tests'), hides)
  await sandbox.provide(path.join(shown, 'tests'), suite.tests)
  for (const file of libraryFiles(files, suite)) await write(path.join(shown, 'library', file.path), file.content)
  for (const source of suite.sources) {
    const from = path.join(shown, 'library', source)
    if (!isModule(source)) await mkdir(from, { recursive: true })
    else if (!files.some(({ path: file }) => file === source)) continue
    await sandbox.provide(from, source)
  }
  return hidden
}

async function copyDataset({ root, leaveOut }: LibrarySuite, folder: string): Promise<void> {
  const left = new Set(leaveOut.map((name) => path.join(root, name)))
  await cp(root, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (from) => !left.has(from) && path.basename(from) !== '__pycache__',
  })
  await makeWritable(folder)
}

/** A dataset may be read-only, and a copy keeps the permissions. */
async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory()) await makeWritable(place)
    else if (entry.isFile()) await chmod(place, ((await stat(place)).mode & 0o111) === 0 ? 0o644 : 0o755)
  }
}

async function writeTests(
  { root, tests }: LibrarySuite,
  rewrite: Rewriting['rewrite'],
  to: string,
  hides: (file: string) => boolean,
): Promise<HiddenFiles> {
  const hidden = new Map<string, Buffer>()
  for (const { path: file, content } of await readFolder(path.join(root, tests), TESTS)) {
    const rewritten = file.endsWith('.py') ? rewrite(file, Buffer.from(content)) : content
    // The package of all tests is found from the folder around it.
    if (file.endsWith('.py') && file !== '__init__.py' && hides(file)) hidden.set(file, Buffer.from(rewritten))
    await write(path.join(to, file), hidden.has(file) ? '' : rewritten)
  }
  return hidden
}

async function write(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content)
}
