import { messageOf } from '../../errors.ts'
import { RUNS, runKey } from './keys.ts'
import { ServedRun, type ServingOptions } from './served-run.ts'

/** The runs of a Redis that a worker serves, and those that it refuses. */
export class ServedRuns implements AsyncDisposable {
  readonly #options: ServingOptions
  readonly #runs = new Map<string, ServedRun>()
  /** Runs that were refused after one of their trials was taken. */
  readonly #retired: ServedRun[] = []
  readonly #refuses = new Map<string, string>()

  constructor(options: ServingOptions) {
    this.#options = options
  }

  values(): IterableIterator<ServedRun> {
    return this.#runs.values()
  }

  /** Run → why this machine takes no trial of it. */
  get refuses(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#refuses)
  }

  /** Folders of runs that share a disk with this machine. */
  get folders(): string[] {
    return [...this.#runs.values()].flatMap(({ run }) =>
      run.transport.kind === 'folder' ? [run.transport.folder] : [],
    )
  }

  /** This machine cannot run trials of this run; another one may. */
  refuse(served: ServedRun, reason: string): void {
    this.#refuses.set(served.run.runId, reason)
    if (this.#runs.delete(served.run.runId)) this.#retired.push(served)
  }

  /**
   * Opens new runs, and closes those that have ended.
   * @param busy Runs of which a trial is under way: they stay open
   * @param refused Called for each run that cannot be served
   */
  async look(busy: ReadonlySet<ServedRun>, refused: () => Promise<void>): Promise<void> {
    const { redis, say } = this.#options
    try {
      const ids = new Set((await redis.smembers(RUNS)).toSorted())
      for (const id of ids) if (!this.#runs.has(id) && !this.#refuses.has(id)) await this.#serve(id, refused)
      for (const [id, served] of this.#runs) {
        if (ids.has(id) || busy.has(served)) continue
        this.#runs.delete(id)
        await served[Symbol.asyncDispose]()
      }
      for (const id of this.#refuses.keys()) if (!ids.has(id)) this.#refuses.delete(id)
    } catch (error) {
      say(`the runs cannot be read: ${messageOf(error).slice(0, 200)}`)
    }
  }

  async #serve(id: string, refused: () => Promise<void>): Promise<void> {
    const { redis, say } = this.#options
    const text = await redis.get(runKey(id, 'meta'))
    if (text === null) return
    try {
      this.#runs.set(id, await ServedRun.open(text, this.#options))
    } catch (error) {
      const line = messageOf(error).split('\n')[0] ?? ''
      this.#refuses.set(id, line)
      say(`takes no trial of run ${id}: ${line}`)
      await refused()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const served of [...this.#runs.values(), ...this.#retired]) await served[Symbol.asyncDispose]()
  }
}
