/** The work of a worker on one trial: from taking it to committing, returning or failing it. */
import { rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { Interrupted, UsageError, messageOf } from '../../errors.ts'
import { scratchFolder } from '../../lib/files/scratch.ts'
import { attempt } from './attempt.ts'
import type { Claim } from './claim.ts'
import { isFullDisk } from './disk-room.ts'
import type { ServedRun } from './served-run.ts'
import type { Commit, WorkerState } from './shapes.ts'
import { stagingFolder } from './staging.ts'
import { UploadRefused } from './upload.ts'

export interface WorkTools {
  readonly redisUrl: string
  readonly uploadToken: string | undefined
  /** Id of the worker. */
  readonly worker: string
  /** Aborted when the worker was told to stop. */
  readonly drain: AbortSignal
  /** Removes keys from what is said and stored. */
  readonly clean: (text: string) => string
  readonly say: (line: string) => void
}

export type WorkEnd =
  | { readonly kind: 'committed' | 'returned' | 'dropped' | 'failed' | 'disk-full' }
  /** A control project failed: no trial may run on this machine. */
  | { readonly kind: 'unhealthy'; readonly reason: string }
  /** No trial of this run may run on this machine, unless it `retries` the run later. */
  | { readonly kind: 'refused'; readonly reason: string; readonly retries: boolean }

export class TrialWork {
  readonly claim: Claim
  readonly served: ServedRun
  readonly #tools: WorkTools
  readonly #abort = new AbortController()
  readonly #began = performance.now()
  #heard = performance.now()
  #stage = 'begin'
  /** Whether the trial is being committed, returned or failed: its lock is about to go. */
  #isEnding = false
  #isLost = false

  constructor(claim: Claim, served: ServedRun, tools: WorkTools) {
    this.claim = claim
    this.served = served
    this.#tools = tools
  }

  get state(): WorkerState['trials'][number] {
    const now = performance.now()
    const seconds = (since: number) => Math.round((now - since) / 100) / 10
    return {
      run: this.served.run.runId,
      trial: this.claim.id,
      stage: this.#stage,
      seconds: seconds(this.#began),
      quiet: seconds(this.#heard),
    }
  }

  /** Since it was taken. */
  get seconds(): number {
    return (performance.now() - this.#began) / 1000
  }

  stop(why: string): void {
    this.#abort.abort(new Interrupted(why))
  }

  async run(): Promise<WorkEnd> {
    const beat = setInterval(() => void this.#hold(), (this.served.run.lease * 1000) / 3)
    try {
      await using place = await this.#openPlace()
      const end = await this.#attempt(place.path)
      if (end.kind === 'unhealthy') return await this.#returned(end)
      if (end.kind === 'stopped' || this.#abort.signal.aborted) return await this.#returned({ kind: 'returned' })
      place.keep()
      if (await this.#commit(end.commit)) {
        this.#tools.say(`${this.claim.id} has ended after ${this.#age}: ${this.#tools.clean(end.outcome)}`)
        return { kind: 'committed' }
      }
      await place.drop()
      return { kind: 'dropped' }
    } catch (error) {
      return await this.#failed(error)
    } finally {
      clearInterval(beat)
    }
  }

  #attempt(staged: string) {
    const { redisUrl, uploadToken, worker, drain } = this.#tools
    const { job, token } = this.claim
    return attempt({
      ...{ job, token, served: this.served, staged, redisUrl, uploadToken, worker, drain },
      signal: this.#abort.signal,
      hear: (event) => {
        this.#heard = performance.now()
        if (event.type === 'stage') this.#stage = event.stage
      },
    })
  }

  #commit(commit: Omit<Commit, 'seconds'>): Promise<boolean> {
    this.#stage = 'commit'
    this.#isEnding = true
    return this.claim.commit(this.served.run.runId, { ...commit, seconds: this.seconds })
  }

  get #age(): string {
    return `${this.seconds.toFixed(1)} s`
  }

  /** On a shared disk, the folder of a committed result stays until the coordinator has stored it. */
  async #openPlace(): Promise<Place> {
    const { transport } = this.served.run
    if (transport.kind === 'http') {
      const scratch = await scratchFolder('upload')
      const nothing = () => undefined
      return {
        path: scratch.path,
        keep: nothing,
        drop: () => Promise.resolve(),
        [Symbol.asyncDispose]: () => scratch[Symbol.asyncDispose](),
      }
    }
    const folder = stagingFolder(transport.folder, this.claim.id, this.claim.token)
    const drop = async () => {
      await rm(folder, { recursive: true, force: true })
      // If the run has ended meanwhile, this attempt made the folder again. Otherwise it is not empty: the mark of the disk is in it.
      await rmdir(path.dirname(folder)).catch(() => undefined)
    }
    let isKept = false
    return {
      path: folder,
      keep: () => {
        isKept = true
      },
      drop,
      [Symbol.asyncDispose]: async () => {
        if (!isKept) await drop()
      },
    }
  }

  async #failed(error: unknown): Promise<WorkEnd> {
    if (this.#abort.signal.aborted || error instanceof Interrupted) return this.#returned({ kind: 'returned' })
    const message = this.#tools.clean(messageOf(error))
    this.#tools.say(`${this.claim.id}: ${message}`)
    if (isFullDisk(error)) return this.#returned({ kind: 'disk-full' })
    if (error instanceof UsageError)
      return this.#returned({ kind: 'refused', reason: message, retries: error instanceof UploadRefused })
    this.#isEnding = true
    await this.claim.fail(message)
    return { kind: 'failed' }
  }

  async #returned<End extends WorkEnd>(end: End): Promise<End> {
    this.#isEnding = true
    // A lost trial has been said, and there is nothing to give back.
    if (!this.#isLost && (await this.claim.giveBack()))
      this.#tools.say(`${this.claim.id} is given back after ${this.#age}`)
    return end
  }

  async #hold(): Promise<void> {
    try {
      if ((await this.claim.hold()) || this.#isEnding || this.#isLost) return
      this.#isLost = true
      const { id } = this.claim
      this.#tools.say(
        `${id} is lost after ${this.#age}: another worker has it, its run has ended, or Redis has lost its data`,
      )
      this.stop('the trial was given to another worker')
    } catch {
      // Redis cannot be reached just now. If the lock is lost meanwhile, the commit is refused.
    }
  }
}

interface Place extends AsyncDisposable {
  readonly path: string
  /** From now on the folder belongs to the coordinator. */
  keep(): void
  drop(): Promise<void>
}
