/** Copies of a project whose functions do nothing: a test that passes on one of them says nothing about the project. */
import type { ProjectFile } from '../../contracts/types.ts'
import { TaskFailure } from '../../lib/processes/pool/failure.ts'
import { isSound } from '../pytest/record.ts'
import type { Ran } from '../pytest/run.ts'
import { LARGEST_FILE, openReaders } from './outline/definitions.ts'

/** Statements that take the place of the body of each function. */
export const STUBS = ['pass', 'raise NotImplementedError'] as const

export type Files = readonly ProjectFile[]

/** The files once for each statement. A file that cannot be parsed, or is too large to be code, stays as it is. */
export async function stubsOf(files: Files): Promise<readonly Files[]> {
  const pool = openReaders()
  try {
    const copies: Files[] = []
    for (const statement of STUBS) {
      const copy: ProjectFile[] = []
      for (const file of files) copy.push(await stub(file, statement))
      copies.push(copy)
    }
    return copies
  } finally {
    await pool.close()
  }

  async function stub(file: ProjectFile, statement: string): Promise<ProjectFile> {
    if (!file.path.endsWith('.py') || file.content.length > LARGEST_FILE) return file
    try {
      const text = Buffer.from(file.content).toString('utf8')
      return { path: file.path, content: await pool.run('stubs', { text, statement }) }
    } catch (error) {
      if (!(error instanceof TaskFailure)) throw error
      return file
    }
  }
}

/** Names of the tests that ran to their end and passed, as pytest calls them behind the name of their file. */
export function soundTests({ record }: Ran): string[] {
  return record.items
    .filter((_, index) => {
      const told = record.tests.get(index)
      return told !== undefined && isSound(told)
    })
    .map((node) => node.slice(node.indexOf('::') + 2))
}
