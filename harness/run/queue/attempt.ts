/** One attempt of a worker at a trial: it writes the result to a folder of its own, and seals it. */
import { existsSync } from 'node:fs'
import { appendFile, mkdir, open } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import type { Job } from 'bullmq'
import { HarnessFault, messageOf } from '../../errors.ts'
import type { TrialRecord, TrialSpec } from '../../contracts/schema.ts'
import type { TrialEvent } from '../../contracts/types.ts'
import { unlessAborted } from '../../lib/async/deadline.ts'
import { copyPlain } from '../../lib/files/copy-plain.ts'
import { pluralise } from '../../lib/wording/count.ts'
import { trialFolder } from '../../store/read.ts'
import { digestOfSpec } from '../trial-spec.ts'
import { specFrom } from '../worker.ts'
import type { ServedRun } from './served-run.ts'
import type { Commit } from './shapes.ts'
import { EVENTS, TRIAL, seal, MOST_BYTES, manifestFrom, verifyFile, type Manifest } from './staging.ts'
import { runSuspect } from './suspect.ts'
import { uploadFolder, type Connection, exchangeAddress } from './upload.ts'
import { isInside } from '../../lib/files/confine.ts'

export interface Attempt {
  readonly job: Job<TrialSpec>
  /** Its lock, and the name of its folder. */
  readonly token: string
  readonly served: ServedRun
  readonly signal: AbortSignal
  /** Aborted when the worker was told to stop. */
  readonly drain: AbortSignal
  /** The folder of the attempt. */
  readonly staged: string
  readonly redisUrl: string
  readonly uploadToken: string | undefined
  /** Id of the worker. */
  readonly worker: string
  readonly hear: (event: TrialEvent) => void
}

export type AttemptEnd =
  | { readonly kind: 'sealed'; readonly commit: Omit<Commit, 'seconds'>; readonly outcome: string }
  /** It was stopped before its end. */
  | { readonly kind: 'stopped' }
  /** A control project failed on this machine. */
  | { readonly kind: 'unhealthy'; readonly reason: string }

/** @throws UsageError if this machine cannot run trials of the run; HarnessFault | Error if the trial could not be run */
export async function attempt(given: Attempt): Promise<AttemptEnd> {
  const { job, served, token, signal, staged } = given
  const { run } = served
  const spec = readSpec(job.data)
  if (spec.key.id !== job.id) throw new HarnessFault(`its spec is that of ${spec.key.id}`)
  const folder = path.join(staged, TRIAL)
  await mkdir(folder, { recursive: true })
  if (run.transport.kind === 'folder') await continueFrom(trialFolder(run.transport.folder, spec.key), folder)
  else await fetchEarlier(connectionOf(given, run.transport.url), { trial: spec.key.id, attempt: token, staged })
  const events: TrialEvent[] = []
  const emit = (event: TrialEvent) => {
    events.push(event)
    given.hear(event)
  }
  const ran = await runOnce(given, spec, folder, emit)
  if (ran.kind === 'unhealthy') return ran
  const last = events.at(-1)
  if (signal.aborted || (last?.type !== 'trial-end' && last?.type !== 'trial-pending')) return { kind: 'stopped' }
  const digest = await deliver(given, spec, events)
  const commit = {
    ...(last.type === 'trial-end' ? ({ kind: 'ended' } as const) : ({ kind: 'pending', reason: last.reason } as const)),
    token,
    digest,
    spec: digestOfSpec(spec),
    worker: given.worker,
    host: hostname(),
    ...(ran.control === undefined ? {} : { control: ran.control }),
  }
  return { kind: 'sealed', commit, outcome: last.type === 'trial-end' ? outcomeOf(last.record) : last.reason }
}

/** `judged, 12 of 14 testcodes passed`. */
function outcomeOf({ outcome, verdicts }: TrialRecord): string {
  if (verdicts.length === 0) return outcome
  const passed = verdicts.filter(({ status }) => status === 'passed').length
  return `${outcome}, ${String(passed)} of ${pluralise(verdicts.length, 'testcode')} passed`
}

type Ran =
  | { readonly kind: 'ran'; readonly control?: string | undefined }
  | { readonly kind: 'unhealthy'; readonly reason: string }

/** A trial with which several workers have died runs in a process of its own. */
async function runOnce(
  given: Attempt,
  spec: TrialSpec,
  folder: string,
  emit: (event: TrialEvent) => void,
): Promise<Ran> {
  const { job, served, signal, drain, staged, redisUrl } = given
  const { run } = served
  const workshop = () => served.workshop(spec, path.dirname(staged))
  if (job.stalledCounter < run.deaths) {
    // Opening it may calibrate libraries for minutes, also for other trials: this one need not wait for that to be given back.
    const opened = await unlessAborted(workshop(), signal)
    await opened.run(spec, folder, emit, signal)
    return { kind: 'ran' }
  }
  const suspect = { spec, run, folder, redisUrl, deaths: job.stalledCounter, emit, signal, drain }
  const end = await runSuspect(suspect, async () => (await workshop()).trialOf(spec, folder, signal))
  return end.kind === 'unhealthy' ? end : { kind: 'ran', control: end.control }
}

/** @returns The digest of the manifest */
async function deliver(given: Attempt, spec: TrialSpec, events: readonly TrialEvent[]): Promise<string> {
  const { staged, served, token } = given
  const { transport } = served.run
  await mkdir(staged, { recursive: true })
  await appendFile(path.join(staged, EVENTS), events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  const { manifest, digest } = await seal(staged)
  if (transport.kind === 'http') {
    const sent = { trial: spec.key.id, attempt: token, folder: staged, manifest }
    await uploadFolder({ ...connectionOf(given, transport.url), ...sent })
  }
  return digest
}

function connectionOf({ served, uploadToken = '', signal }: Attempt, url: string): Connection {
  return { url, urlNow: () => served.uploadUrl(), token: uploadToken, signal }
}

/** An unreadable spec is no reason to refuse the other trials of its run. */
export function readSpec(data: unknown): TrialSpec {
  try {
    return specFrom(data)
  } catch (error) {
    throw new HarnessFault(messageOf(error))
  }
}

/** Copies the results of an earlier attempt, which have been paid for, so that they are not requested again. */
async function continueFrom(place: string, folder: string): Promise<void> {
  if (existsSync(place)) await copyPlain(place, folder)
}

// ---- download ------------------------------------------------------------------------------------------------------

// Fetches what an earlier attempt at a trial has left with the coordinator: answers that were paid for, and the project.

/**
 * @param staged Folder of the new attempt
 * @throws UploadRefused for a wrong token or certificate; HarnessFault if a file is not what the manifest says, or if the coordinator
 *   does not answer for ten minutes
 */
async function fetchEarlier(
  connection: Connection,
  { trial, attempt, staged }: { readonly trial: string; readonly attempt: string; readonly staged: string },
): Promise<void> {
  const base = `/v1/${encodeURIComponent(trial)}/${attempt}`
  const { files } = manifestFrom((await exchangeAddress(connection, base)).toString('utf8'))
  for (const file of files) {
    const full = path.join(staged, file.path)
    if (!file.path.startsWith(`${TRIAL}/`) || !isInside(staged, full) || file.bytes > MOST_BYTES)
      throw new HarnessFault(`the coordinator has a file ${JSON.stringify(file.path)}, which is no file of a trial`)
    await mkdir(path.dirname(full), { recursive: true })
    await fetchFile(connection, `${base}/${encodeURIComponent(file.path)}`, full, file)
    await verifyFile(staged, file)
  }
}

async function fetchFile(
  connection: Connection,
  address: string,
  full: string,
  { path: name, bytes }: Manifest['files'][number],
): Promise<void> {
  await using handle = await open(full, 'wx')
  for (let offset = 0; offset < bytes;) {
    const chunk = await exchangeAddress(connection, `${address}?offset=${String(offset)}`)
    if (chunk.length === 0) throw new HarnessFault(`${name} is shorter than the coordinator said`)
    await handle.write(chunk)
    offset += chunk.length
  }
}
