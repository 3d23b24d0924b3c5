/** A run as a worker sees it. The worker checks it before it takes a trial. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Worker as BullWorker, type Job } from 'bullmq'
import type { Redis } from 'ioredis'
import { UsageError } from '../../errors.ts'
import type { Paper } from '../../contracts/paper.ts'
import type { TrialSpec } from '../../contracts/schema.ts'
import { digestOfMissions } from '../../lib/files/digest.ts'
import type { Redactor } from '../../lib/models/redact.ts'
import { changedFields } from '../agent-digests.ts'
import { Workshop } from '../workshop.ts'
import { PREFIX, queueName, runKey } from './keys.ts'
import { canTake } from './labels.ts'
import { QUEUE_VERSION, queueRunSchema, type QueueRun } from './shapes.ts'
import { sharedClient } from './shared-client.ts'
import { STAGING } from './staging.ts'
import { checkUpload } from './upload.ts'

export interface ServingOptions {
  readonly papers: readonly Paper[]
  readonly redis: Redis
  readonly pe: string
  readonly labels: readonly string[]
  readonly uploadToken: string | undefined
  readonly redactor: Redactor
  readonly say: (line: string) => void
}

export class ServedRun implements AsyncDisposable {
  readonly run: QueueRun
  /** The description of the run in Redis. */
  readonly text: string
  readonly #sources: readonly BullWorker[]
  readonly #options: ServingOptions
  #workshop: Promise<Workshop> | undefined

  private constructor(text: string, run: QueueRun, sources: readonly BullWorker[], options: ServingOptions) {
    this.text = text
    this.run = run
    this.#sources = sources
    this.#options = options
  }

  /** @throws UsageError in one line if this worker cannot serve the run; UploadRefused if it may be able to later */
  static async open(text: string, options: ServingOptions): Promise<ServedRun> {
    const run = runFrom(text, options.pe)
    await checkTransport(run, options.uploadToken)
    const routes = run.routes.filter((route) => canTake(options.labels, route))
    const sources = routes.map(({ name }) => openSource(queueName(run.runId, name), run.lease, options.redis))
    const served = new ServedRun(text, run, sources, options)
    for (const source of sources) await source.startStalledCheckTimer()
    return served
  }

  /** Whether a worker with these labels has what the trial of a job needs. */
  suits(labels: readonly string[], { queueName: name }: Job<TrialSpec>): boolean {
    const route = this.run.routes.find((each) => queueName(this.run.runId, each.name) === name)
    return route !== undefined && canTake(labels, route)
  }

  /** The next trial, for which `token` is then the lock; undefined if none is waiting. */
  async next(token: string): Promise<Job<TrialSpec> | undefined> {
    for (const source of this.#sources) {
      const job = (await source.getNextJob(token, { block: false })) as Job<TrialSpec> | undefined
      if (job) return job
    }
    return undefined
  }

  /** Where the coordinator takes uploads now: the one that started this run may have been replaced. */
  async uploadUrl(): Promise<string> {
    // While it has another type there, the coordinator is about to write it again.
    const text = await this.#options.redis.get(runKey(this.run.runId, 'meta')).catch(() => null)
    const transport = text === null ? this.run.transport : runFrom(text, this.#options.pe).transport
    return transport.kind === 'http' ? transport.url : ''
  }

  /**
   * Opened by the first trial.
   * @param staging The folder of all attempts
   */
  workshop(spec: TrialSpec, staging: string): Promise<Workshop> {
    this.#workshop ??= this.#openWorkshop(spec, staging).catch((error: unknown) => {
      this.#workshop = undefined
      throw error
    })
    return this.#workshop
  }

  async #openWorkshop(spec: TrialSpec, staging: string): Promise<Workshop> {
    const { papers, redis, redactor, say } = this.#options
    const workshop = await Workshop.open(spec, {
      papers,
      missions: this.run.missions,
      ...namesOf(this.run.agents),
      hides: [staging],
      client: (keys) => sharedClient(redis, this.run, keys, say),
      redactor,
    })
    const problem = differenceOf(this.run, workshop)
    if (problem === undefined) return workshop
    await workshop[Symbol.asyncDispose]()
    throw new UsageError(problem)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#sources.map((source) => source.close(true)))
    const workshop = await this.#workshop?.catch(() => undefined)
    await workshop?.[Symbol.asyncDispose]()
  }
}

/** Options of a workshop for the agents of a run, or for those of them that are named. */
export function namesOf(agents: QueueRun['agents'], only = agents.map(({ name }) => name)) {
  return { agents: only, absolute: new Map(agents.map(({ name, spec }) => [name, spec])) }
}

/** The first difference between this machine and that of the coordinator, in one line. */
function differenceOf({ runId, suite, agents }: QueueRun, workshop: Workshop): string | undefined {
  const own = digestOfMissions(workshop.missions)
  if (own !== suite)
    return `the missions of run ${runId} differ from those on this machine (digest ${own.slice(0, 12)})`
  for (const { name, spec, fields } of agents) {
    const changed = fields === undefined ? [] : changedFields(fields, workshop.agents.get(name) ?? {})
    const where = spec === name ? '' : `, loaded from ${spec}`
    if (changed.length > 0)
      return `agent "${name}" is not what it was when run ${runId} began (${changed.join(', ')})${where}`
  }
  return undefined
}

function runFrom(text: string, pe: string): QueueRun {
  const json = jsonFrom(text)
  const { queueVersion, pe: theirs } = json
  if (queueVersion !== QUEUE_VERSION || theirs !== pe)
    throw new UsageError(
      `the run was planned by pe ${String(theirs)} (queue ${String(queueVersion)}), and this is pe ${pe} (queue ${String(QUEUE_VERSION)})`,
    )
  const parsed = queueRunSchema.safeParse(json)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new UsageError(
    `the description of the run is of another schema: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
  )
}

/** Anybody who reaches Redis can write there. */
function jsonFrom(text: string): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json === 'object' && json !== null) return json as Record<string, unknown>
  } catch {
    // Told below.
  }
  throw new UsageError('the description of the run is no JSON object')
}

async function checkTransport({ transport }: QueueRun, token: string | undefined): Promise<void> {
  if (transport.kind === 'http') {
    if (token === undefined) throw new UsageError('the run takes uploads, and PE_UPLOAD_TOKEN is not set here')
    await checkUpload(transport.url, token)
    return
  }
  const file = path.join(transport.folder, STAGING, 'mark')
  const mark = existsSync(file) ? await readFile(file, 'utf8') : undefined
  if (mark !== transport.mark)
    throw new UsageError(
      `the folder of the run, ${transport.folder}, is not on a disk of this machine; pe run --listen takes uploads instead`,
    )
}

function openSource(name: string, lease: number, redis: Redis): BullWorker {
  const source = new BullWorker(name, null, {
    connection: redis,
    prefix: PREFIX,
    autorun: false,
    lockDuration: lease * 1000,
    stalledInterval: (lease * 1000) / 2,
    // How often workers may die is decided by the worker that takes the trial next.
    maxStalledCount: 1_000_000,
  })
  source.on('error', () => undefined)
  return source
}
