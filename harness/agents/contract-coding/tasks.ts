import type { Contract, ContractTask, TaskStatus } from '../../contracts/schema.ts'
import type { Standing } from './contract-text.ts'
import type { ContractDocument } from './document.ts'
import { graphOf, withoutCircles, type Graph } from './graph.ts'

/** Times that one file is written. */
export const MOST_ATTEMPTS = 5

/** The task to write one file. */
export interface Task {
  readonly file: string
  status: TaskStatus
  attempts: number
  /** Best version of the file so far; undefined before there is one. */
  content: string | undefined
  /** What auditor and critic found in that version. */
  problems: readonly string[]
  /** Whether the critic has to read it (again). */
  unread: boolean
  readonly history: { readonly layer: number; readonly status: TaskStatus; readonly problems: readonly string[] }[]
}

/** The tasks of a contract, one for each file. */
export class Tasks {
  readonly #tasks = new Map<string, Task>()
  #graph: Graph = new Map()
  circles: readonly (readonly string[])[] = []
  depth = 0

  /** Adds tasks for new files, and follows the dependencies of the contract. */
  follow(contract: Contract): void {
    const ordered = withoutCircles(graphOf(contract))
    this.#graph = ordered.graph
    this.circles = ordered.circles
    this.depth = ordered.depth
    for (const { path: file } of contract.api)
      if (!this.#tasks.has(file))
        this.#tasks.set(file, {
          ...{ file, status: 'TODO', attempts: 0, content: undefined },
          ...{ problems: [], unread: true, history: [] },
        })
  }

  get all(): readonly Task[] {
    return [...this.#tasks.values()]
  }

  /** Tasks that can be carried out now: all that they need was written, or was tried at least. */
  ready(): readonly Task[] {
    return this.all.filter(
      ({ file, status, attempts }) =>
        (status === 'TODO' || status === 'ERROR') &&
        attempts < MOST_ATTEMPTS &&
        this.needsOf(file).every((need) => (this.#tasks.get(need)?.attempts ?? 1) > 0),
    )
  }

  get areVerified(): boolean {
    return this.all.every(({ status }) => status === 'VERIFIED')
  }

  needsOf(file: string): readonly string[] {
    return this.#graph.get(file) ?? []
  }

  /** Files that exist, in the order of the tasks. */
  files(): Map<string, string> {
    return new Map(
      this.all.flatMap(({ file, content }): [string, string][] => (content === undefined ? [] : [[file, content]])),
    )
  }

  /** What the contract says of the tasks. */
  standings(document: ContractDocument): ReadonlyMap<string, Standing> {
    return new Map(
      this.all.map(({ file, status, problems }) => [file, { version: document.versionOf(file), status, problems }]),
    )
  }

  /** Opens the tasks of files that need one of these files, if they were written before. */
  reopen(changed: readonly string[], written: readonly Task[]): void {
    for (const task of this.all) {
      const causes = this.needsOf(task.file).filter((need) => changed.includes(need))
      if (causes.length === 0 || task.attempts === 0 || written.includes(task)) continue
      setProblems(task, [...task.problems, ...causes.map((cause) => `the interface of ${cause} has changed`)])
    }
  }

  /** For the record of the trial. */
  record(document: ContractDocument): ContractTask[] {
    const owners = new Map(document.contract.api.map(({ path, owner }) => [path, owner]))
    return this.all.slice(0, MOST_FILES).map(({ file, status, history }) => ({
      ...{ file, owner: owners.get(file) ?? '', version: document.versionOf(file), status },
      needs: [...this.needsOf(file)].slice(0, MOST_FILES),
      attempts: history.map((each) => ({ ...each, problems: each.problems.slice(0, MOST_NOTED).map(short) })),
    }))
  }
}

const MOST_FILES = 200
/** Problems of one attempt in the record, and characters of each. */
const MOST_NOTED = 5
const LONGEST_NOTED = 300

function short(problem: string): string {
  return problem.slice(0, LONGEST_NOTED)
}

export function setProblems(task: Task, problems: readonly string[]): void {
  task.problems = problems
  if (problems.length > 0) task.status = 'ERROR'
  else if (task.status !== 'VERIFIED' || task.unread) task.status = 'DONE'
}
