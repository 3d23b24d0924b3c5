import type { Contract, ContractTask, TaskStatus } from '../../../contracts/schema.ts'
import { withoutCircles, type Graph } from '../../../agents/framework/circles.ts'
import type { Standing } from './contract-text.ts'
import type { ContractDocument } from './document.ts'
import { graphOf } from './graph.ts'

/** Times that one file is written. */
export const MOST_ATTEMPTS = 5
/** Files on the longest way of dependencies. If a contract has a longer one, its files do not wait for each other. */
const DEEPEST = 20

/** The task to write one file. */
export class Task {
  readonly file: string
  attempts = 0
  /** The best version of the file so far; undefined before there is one. */
  content: string | undefined
  /** Why the last attempt gave no content. */
  failure: string | undefined
  /** Problems that the auditor found in the content. */
  findings: readonly string[] = []
  /** Problems that the critic found in the content. */
  refusals: readonly string[] = []
  /** The critic has to read the content, or to read it again. */
  unread = true
  readonly history: { readonly layer: number; readonly status: TaskStatus; readonly problems: readonly string[] }[] = []

  constructor(file: string) {
    this.file = file
  }

  get problems(): readonly string[] {
    return [...(this.failure === undefined ? [] : [this.failure]), ...this.findings, ...this.refusals]
  }

  get status(): TaskStatus {
    if (this.attempts === 0) return 'TODO'
    if (this.problems.length > 0) return 'ERROR'
    return this.unread ? 'DONE' : 'VERIFIED'
  }

  /** Takes over a new version. */
  replace(content: string): void {
    this.content = content
    this.refusals = []
    this.unread = true
  }
}

/** The tasks of a contract, one for each file. */
export class Tasks {
  readonly #tasks = new Map<string, Task>()
  #graph: Graph = new Map()
  #circles: readonly (readonly string[])[] = []
  #depth = 0

  /** Adds tasks for new files, and follows the dependencies of the contract. */
  follow(contract: Contract): void {
    const { graph, circles, depth } = withoutCircles(graphOf(contract))
    this.#graph = graph
    this.#circles = circles
    this.#depth = depth
    for (const { path } of contract.api) if (!this.#tasks.has(path)) this.#tasks.set(path, new Task(path))
  }

  /** Circles of dependencies, which were opened at their last step. */
  get circles(): readonly (readonly string[])[] {
    return this.#circles
  }

  /** Layers that the dependencies need. */
  get depth(): number {
    return this.#depth > DEEPEST ? 1 : this.#depth
  }

  get all(): readonly Task[] {
    return [...this.#tasks.values()]
  }

  /** Tasks that can be carried out now: everything that they need was written, or at least tried. */
  ready(): readonly Task[] {
    return this.all.filter(
      ({ file, status, attempts }) =>
        (status === 'TODO' || status === 'ERROR') && attempts < MOST_ATTEMPTS && this.#hasNeeds(file),
    )
  }

  #hasNeeds(file: string): boolean {
    return this.#depth > DEEPEST || this.needsOf(file).every((need) => this.#tasks.get(need)?.status !== 'TODO')
  }

  needsOf(file: string): readonly string[] {
    return this.#graph.get(file) ?? []
  }

  /** Lets critics read the files again that need a file whose interface has changed. */
  rereadAfter(changed: readonly string[]): void {
    for (const task of this.all) if (this.needsOf(task.file).some((need) => changed.includes(need))) task.unread = true
  }

  /** The files that exist, in the order of the tasks. */
  files(): Map<string, string> {
    const written = this.all.flatMap(({ file, content }): [string, string][] =>
      content === undefined ? [] : [[file, content]],
    )
    return new Map(written)
  }

  /** The notes of the contract about its files. */
  standings(document: ContractDocument): ReadonlyMap<string, Standing> {
    return new Map(
      this.all.map(({ file, status, problems }) => [file, { version: document.versionOf(file), status, problems }]),
    )
  }

  /** For the record of the trial. */
  record(document: ContractDocument): ContractTask[] {
    const owners = new Map(document.contract.api.map(({ path, owner }) => [path, owner]))
    return this.all.slice(0, MOST_FILES).map(({ file, status, history }) => ({
      ...{ file, owner: owners.get(file) ?? '', version: document.versionOf(file), status },
      needs: this.needsOf(file).slice(0, MOST_FILES),
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
