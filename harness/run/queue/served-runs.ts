import { messageOf } from '../../errors.ts'
import { RUNS, runKey } from './keys.ts'
import { ServedRun, type ServingOptions } from './served-run.ts'
import { UploadRefused } from './upload.ts'

interface Refusal {
  readonly reason: string
  /** The description of the run that was refused. */
  readonly text: string
  /** Moment at which the run is tried again although its description is the same; Infinity: never. */
  readonly retryAt: number
}

/** Milliseconds after which a coordinator that took no results is asked again: it may have another token, or be there again. */
const RETRY = 10_000

/** The runs of a Redis that a worker serves, and those that it refuses. */
export class ServedRuns implements AsyncDisposable {
  readonly #options: ServingOptions
  readonly #runs = new Map<string, ServedRun>()
  /** Runs that were closed for this machine while some of their trials were under way. */
  readonly #retired = new Set<ServedRun>()
  readonly #refused = new Map<string, Refusal>()

  constructor(options: ServingOptions) {
    this.#options = options
  }

  values(): IterableIterator<ServedRun> {
    return this.#runs.values()
  }

  /** Run → why this machine takes no trial of it. */
  get refuses(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.#refused].map(([id, { reason }]) => [id, reason]))
  }

  /** The longest lease of the runs, in seconds; undefined without runs. */
  get lease(): number | undefined {
    const leases = [...this.#runs.values()].map(({ run }) => run.lease)
    return leases.length === 0 ? undefined : Math.max(...leases)
  }

  /** Folders of runs that share a disk with this machine. */
  get folders(): string[] {
    return [...this.#runs.values()].flatMap(({ run }) =>
      run.transport.kind === 'folder' ? [run.transport.folder] : [],
    )
  }

  /**
   * This machine cannot run trials of this run; another one may.
   * @param retries Whether this machine may be able to later
   */
  refuse(served: ServedRun, reason: string, retries: boolean): void {
    const { runId } = served.run
    this.#refused.set(runId, refusalOf(reason, served.text, retries))
    if (this.#runs.get(runId) === served) this.#retire(served)
  }

  /**
   * Opens new runs, and closes those that have ended. A run whose coordinator was started again may have another description.
   * @param busy Runs of which a trial is under way: they stay open
   * @param refused Called for each run that cannot be served
   */
  async look(busy: ReadonlySet<ServedRun>, refused: () => Promise<void>): Promise<void> {
    const { redis, say } = this.#options
    try {
      const ids = (await redis.smembers(RUNS)).toSorted()
      const texts = ids.length === 0 ? [] : await redis.mget(ids.map((id) => runKey(id, 'meta')))
      const described = new Map(ids.flatMap((id, index) => (texts[index] ? [[id, texts[index]] as const] : [])))
      // Its description has expired: no coordinator has served it for a long time.
      const expired = ids.filter((_, index) => texts[index] === null)
      if (expired.length > 0) await redis.srem(RUNS, ...expired)
      for (const [id, served] of this.#runs) if (described.get(id) !== served.text) this.#retire(served)
      for (const [id, { text }] of this.#refused) if (described.get(id) !== text) this.#refused.delete(id)
      for (const [id, text] of described)
        if (!this.#runs.has(id) && performance.now() >= (this.#refused.get(id)?.retryAt ?? -Infinity))
          await this.#serve(id, text, refused)
      await this.#closeRetired(busy)
    } catch (error) {
      say(`the runs cannot be read: ${messageOf(error).slice(0, 200)}`)
    }
  }

  async #serve(id: string, text: string, refused: () => Promise<void>): Promise<void> {
    try {
      this.#runs.set(id, await ServedRun.open(text, this.#options))
      this.#refused.delete(id)
    } catch (error) {
      const refusal = refusalOf(messageOf(error), text, error instanceof UploadRefused)
      const isKnown = this.#refused.get(id)?.reason === refusal.reason
      this.#refused.set(id, refusal)
      if (isKnown) return
      this.#options.say(`takes no trial of run ${id}: ${refusal.reason}`)
      await refused()
    }
  }

  #retire(served: ServedRun): void {
    this.#runs.delete(served.run.runId)
    this.#retired.add(served)
  }

  async #closeRetired(busy: ReadonlySet<ServedRun>): Promise<void> {
    for (const served of this.#retired) {
      if (busy.has(served)) continue
      this.#retired.delete(served)
      await served[Symbol.asyncDispose]()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const served of [...this.#runs.values(), ...this.#retired]) await served[Symbol.asyncDispose]()
  }
}

function refusalOf(message: string, text: string, retries: boolean): Refusal {
  return { reason: message.split('\n')[0] ?? '', text, retryAt: retries ? performance.now() + RETRY : Infinity }
}
