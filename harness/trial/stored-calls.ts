import { projectDigest } from '../lib/files/project-digest.ts'
import { canonicalJson } from '../lib/collections/canonical-json.ts'
import type { Answers, JudgedCall } from '../contracts/schema.ts'
import type { Project } from '../contracts/types.ts'
import type { CallKind, TrialStore } from '../store/store.ts'

/** A project that the agent let judge while it worked. It is on disk before it is judged. */
export interface StoredCall {
  readonly number: number
  /** Of the project. */
  readonly digest: string
  readonly answers: Answers
  /** The suite that a submission names. */
  readonly suite: string | undefined
  /** Bytes of the project. */
  readonly bytes: number
  /** Undefined until it is judged: the harness may have been killed before that. */
  readonly judged: JudgedCall | undefined
}

/** The submissions or the checks of a trial, in order. */
export class StoredCalls {
  readonly #trial: TrialStore
  readonly #kind: CallKind
  #calls: StoredCall[] | undefined

  constructor(trial: TrialStore, kind: CallKind) {
    this.#trial = trial
    this.#kind = kind
  }

  /** @throws HarnessFault if a file is damaged */
  async all(): Promise<readonly StoredCall[]> {
    return (this.#calls ??= await this.#fromDisk())
  }

  /** The call with the same project, answers and suite. An unjudged call is never reused. */
  async find(digest: string, answers: Answers, suite?: string): Promise<StoredCall | undefined> {
    const asked = canonicalJson(answers)
    return (await this.all()).find(
      (call) =>
        call.digest === digest &&
        call.judged?.outcome !== 'unjudged' &&
        canonicalJson(call.answers) === asked &&
        // Submissions of older runs were judged by all suites.
        (call.suite === undefined || call.suite === suite),
    )
  }

  /** The answers are written before the project, whose record makes the call count. */
  async add(project: Project, answers: Answers, suite?: string): Promise<StoredCall> {
    const number = ((await this.all()).at(-1)?.number ?? 0) + 1
    const digest = projectDigest(project)
    const bytes = project.files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
    const store = this.#trial.call(this.#kind, number)
    await store.writeCallAnswers(answers, suite)
    await store.writeProject(project, digest)
    return this.#keep({ number, digest, answers, suite, bytes, judged: undefined })
  }

  async judged(call: StoredCall, judged: JudgedCall): Promise<StoredCall & { readonly judged: JudgedCall }> {
    await this.#trial.call(this.#kind, call.number).writeJudged(judged)
    return this.#keep({ ...call, judged })
  }

  /** @throws HarnessFault if the files are not those that were stored */
  async projectOf({ number }: StoredCall): Promise<Project> {
    const project = await this.#trial.call(this.#kind, number).readProject()
    if (!project) throw new TypeError(`${this.#kind}/${number} was stored`)
    return project
  }

  #keep<T extends StoredCall>(call: T): T {
    const others = (this.#calls ?? []).filter(({ number }) => number !== call.number)
    this.#calls = [...others, call].toSorted((one, other) => one.number - other.number)
    return call
  }

  async #fromDisk(): Promise<StoredCall[]> {
    const calls: StoredCall[] = []
    for (const number of await this.#trial.callNumbers(this.#kind)) {
      const store = this.#trial.call(this.#kind, number)
      const [project, answers] = [await store.readProjectRecord(), await store.readKeptAnswers()]
      // Without its record the project was not written to its end, and was not judged.
      if (!project || !answers) continue
      const bytes = project.files.reduce((sum, file) => sum + file.bytes, 0)
      const judged = await store.readJudged()
      calls.push({ number, digest: project.digest, answers: answers.answers, suite: answers.suite, bytes, judged })
    }
    return calls
  }
}
