/** The reference of a library with the tests of its tasks, as a suite that can be calibrated. */
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import type { LibrarySuite } from '../../../contracts/schema.ts'
import type { ProjectFile } from '../../../contracts/types.ts'
import { cacheFolder } from '../../../lib/files/caches.ts'
import { digestOfFiles, sha256 } from '../../../lib/files/digest.ts'
import type { Layout } from '../../../lib/python/layout.ts'

/** The folder of the tests in a suite. */
export const TESTS = 'pe_tests'

export interface ReferenceSuite {
  readonly suite: LibrarySuite
  readonly digest: string
}

/** The file of a task's test: its name says nothing, and is the same in all runs. */
export function testFile(task: string): string {
  return `test_${sha256(task).slice(0, 16)}.py`
}

export function suiteOf(root: string, { sources, names }: Pick<Layout, 'sources' | 'names'>): LibrarySuite {
  return {
    ...{ root, tests: TESTS, sources: [...sources], names: [...names] },
    leaveOut: [TESTS, ...sources],
    ...{ modules: [], plugins: [], env: {}, shown: false },
  }
}

/**
 * Writes the suite into the cache. Its place depends on its content alone, because calibrations are cached by the suite.
 * @param tests By the ids of tasks
 */
export async function writeReferenceSuite(layout: Layout, tests: ReadonlyMap<string, string>): Promise<ReferenceSuite> {
  const files: ProjectFile[] = [
    ...layout.files,
    ...[...tests].map(([id, code]) => ({ path: `${TESTS}/${testFile(id)}`, content: code })),
  ]
  const digest = digestOfFiles(files)
  const root = path.join(cacheFolder('references'), digest)
  if (!existsSync(root)) await writeFolder(root, files)
  return { suite: suiteOf(root, layout), digest }
}

/** Under a temporary name first, so that no one sees a part of it. */
async function writeFolder(root: string, files: readonly ProjectFile[]): Promise<void> {
  const temporary = path.join(path.dirname(root), `.${randomBytes(8).toString('hex')}.tmp`)
  try {
    for (const { path: file, content } of files) {
      const place = path.join(temporary, file)
      await mkdir(path.dirname(place), { recursive: true })
      await writeFile(place, content)
    }
    await rename(temporary, root)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    // Another process may have been faster.
    if (!existsSync(root)) throw error
  }
}
