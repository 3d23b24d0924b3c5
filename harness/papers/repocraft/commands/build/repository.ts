/** Reads a Python repository: its library, its tests and what says what it is. */
import path from 'node:path'
import { UsageError } from '../../../../errors.ts'
import type { ProjectFile } from '../../../../contracts/types.ts'
import { digestOfFiles } from '../../../../lib/files/digest.ts'
import { FolderProblem, readFolder } from '../../../../lib/files/read-folder.ts'
import { layoutOf, type Layout } from '../../../../lib/python/layout.ts'
import { MiB } from '../../../../lib/wording/bytes.ts'

const BOUNDS = {
  files: 10_000,
  bytes: 256 * MiB,
  except: ['.git', '__pycache__', '.pytest_cache', '.tox', '.venv', 'venv', 'node_modules', '.mypy_cache', '.pc'],
  // Links are left out: they may lead anywhere.
  onOther: () => undefined,
}
const README = /^readme(?:\.(?:md|rst|txt))?$/i
const LONGEST_README = 20_000

export interface SourceRepository {
  readonly folder: string
  readonly files: readonly ProjectFile[]
  readonly layout: Layout
  /** Text of test files and of files with shared fixtures, by path. */
  readonly tests: ReadonlyMap<string, string>
  readonly fixtures: ReadonlyMap<string, string>
  readonly readme: string
  readonly digest: string
}

/** @throws UsageError if there is no library, or it has no tests */
export async function readSource(from: string, standard: ReadonlySet<string>): Promise<SourceRepository> {
  const folder = path.resolve(from)
  const files = await readFolder(folder, BOUNDS).catch((error: unknown) => {
    if (error instanceof FolderProblem) throw new UsageError(error.message, { cause: error })
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new UsageError(`there is no folder ${folder}`)
    throw error
  })
  const layout = layoutOf(
    files.filter(({ path: file }) => !isTests(file)),
    standard,
  )
  if (layout.names.length === 0)
    throw new UsageError(
      `${folder} has no Python package at its top or in src/, so there is nothing to build tasks from`,
    )
  const texts = (wanted: (file: string) => boolean) =>
    new Map(files.filter((file) => wanted(file.path)).map((file) => [file.path, textOf(file)]))
  const tests = texts(isTestFile)
  if (tests.size === 0) throw new UsageError(`${folder} has no tests: files test_*.py or *_test.py`)
  const readme = files.find(({ path: file }) => README.test(file))
  return {
    ...{ folder, files, layout, tests },
    fixtures: texts((file) => path.posix.basename(file) === 'conftest.py'),
    readme: readme ? textOf(readme).slice(0, LONGEST_README) : '',
    digest: digestOfFiles(files),
  }
}

function textOf({ content }: ProjectFile): string {
  return Buffer.from(content).toString('utf8').replace(/\r\n?/g, '\n')
}

function isTestFile(file: string): boolean {
  return /(?:^|\/)(?:test_[^/]*|[^/]*_test|tests)\.py$/.test(file)
}

/** A file of tests, or one in a folder of tests. */
function isTests(file: string): boolean {
  return isTestFile(file) || /(?:^|\/)(?:tests?|testing)\//.test(file)
}
