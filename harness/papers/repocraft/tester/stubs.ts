/** Copies of a project whose functions do not do their work: a test that passes on one of them says nothing about the project. */
import type { ProjectFile } from '../../../contracts/types.ts'
import { TaskFailure } from '../../../lib/processes/pool/failure.ts'
import { isSound } from '../../../testers/pytest/record.ts'
import type { Ran } from '../../../testers/pytest/run.ts'
import { LARGEST_FILE, type Readers } from './outline/definitions.ts'

/** A change of all functions. */
export interface Change {
  /** The rest of "passes although …". */
  readonly says: string
  /** Statement that takes the place of the body. */
  readonly statement?: string
  /** Expression that a function returns; null for its first argument. */
  readonly returns?: string | null
}

/** Statements that take the place of the body of each function. */
export const STUBS = ['pass', 'raise NotImplementedError'] as const

export const CHANGES: readonly Change[] = [
  ...STUBS.map((statement) => ({
    says: `the body of every function of the project is replaced by "${statement}"`,
    statement,
  })),
  { says: 'every function of the project returns its first argument', returns: null },
  { says: 'every function of the project returns True', returns: 'True' },
  { says: 'every function of the project returns an empty dictionary', returns: '{}' },
]

export type Files = readonly ProjectFile[]

/** Made when they are first needed. */
export class Copies {
  readonly #readers: Readers
  readonly #made = new Map<Files, Map<Change, Promise<Files>>>()

  constructor(readers: Readers) {
    this.#readers = readers
  }

  of(files: Files, change: Change): Promise<Files> {
    const known = this.#made.get(files) ?? new Map<Change, Promise<Files>>()
    this.#made.set(files, known)
    const made = known.get(change) ?? copyOf(files, change, this.#readers)
    known.set(change, made)
    return made
  }
}

/** A file that cannot be parsed, or is too large to be code, stays as it is. */
async function copyOf(files: Files, { statement, returns = null }: Change, readers: Readers): Promise<Files> {
  const copy: ProjectFile[] = []
  for (const file of files) copy.push(await changed(file))
  return copy

  async function changed(file: ProjectFile): Promise<ProjectFile> {
    if (!file.path.endsWith('.py') || file.content.length > LARGEST_FILE) return file
    try {
      const text = Buffer.from(file.content).toString('utf8')
      const made =
        statement === undefined
          ? readers.run('returns', { text, value: returns })
          : readers.run('stubs', { text, statement })
      return { path: file.path, content: await made }
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
