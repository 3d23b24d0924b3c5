/**
 * Runs a trial during which several workers have died in a separate process. If that dies, too, a control project on the same
 * machine decides whether the trial or the machine is at fault.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Control, TrialRecord, TrialSpec } from '../../contracts/schema.ts'
import type { TrialEvent } from '../../contracts/types.ts'
import { ownProgram } from '../../lib/processes/own-program.ts'
import { controlFor } from '../../trial/control.ts'
import { recordOfDeath } from '../../trial/death.ts'
import type { Trial } from '../../trial/trial.ts'
import type { QueueRun } from './shapes.ts'

export interface Suspect {
  readonly spec: TrialSpec
  readonly run: QueueRun
  /** Folder of the trial. */
  readonly folder: string
  /** URL of Redis with its password, for the environment of the process, which nobody else can read. */
  readonly redisUrl: string
  /** How many workers have died with it. */
  readonly deaths: number
  readonly emit: (event: TrialEvent) => void
  readonly signal: AbortSignal
}

export type SuspectEnd =
  | { readonly kind: 'ended'; readonly record: TrialRecord | undefined; readonly control?: string }
  | { readonly kind: 'unhealthy'; readonly reason: string }

/** Messages of the process. */
export type AloneMessage =
  | { readonly type: 'event'; readonly event: TrialEvent }
  | { readonly type: 'end'; readonly record: TrialRecord | undefined }
  | { readonly type: 'failed'; readonly message: string }

/** @throws Error if the trial could not be run, without a death */
export async function runSuspect(suspect: Suspect, trial: () => Promise<Trial>): Promise<SuspectEnd> {
  const alone = await runAlone(suspect)
  if ('failed' in alone) throw new Error(alone.failed)
  if (!('died' in alone))
    return {
      kind: 'ended',
      record: alone.record,
      control: `run alone after ${String(suspect.deaths)} workers had died with it`,
    }
  const subject = await trial()
  const control: Control = await controlFor(subject)
  if (!control.healthy) return { kind: 'unhealthy', reason: control.reason }
  const reason = `the process that ran this trial died (${alone.died}), as ${String(suspect.deaths)} workers had before, while a control project ran: ${control.reason}`
  const record = await recordOfDeath(subject, reason, control)
  for (const verdict of [record.runnable, ...record.verdicts])
    suspect.emit({ type: 'verdict', trial: suspect.spec.key, verdict })
  suspect.emit({ type: 'trial-end', trial: suspect.spec.key, record })
  return { kind: 'ended', record, control: reason }
}

type Alone = { readonly record: TrialRecord | undefined } | { readonly died: string } | { readonly failed: string }

async function runAlone({ spec, run, folder, redisUrl, emit, signal }: Suspect): Promise<Alone> {
  const [flags, script] = splitLast(ownProgram(import.meta.url, 'alone'))
  const child = fork(script, [], {
    execArgv: flags,
    env: { ...process.env, PE_REDIS: redisUrl },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop, { once: true })
  let end: Alone | undefined
  child.on('message', (message: AloneMessage) => {
    if (message.type === 'event') emit(message.event)
    else end = message.type === 'end' ? { record: message.record } : { failed: message.message }
  })
  child.send({ spec, run, folder })
  try {
    const [code, name] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    return end ?? { died: name ?? `exit code ${String(code)}` }
  } finally {
    signal.removeEventListener('abort', stop)
    child.kill('SIGKILL')
  }
}

function splitLast(argv: readonly string[]): [string[], string] {
  return [argv.slice(0, -1), argv.at(-1) ?? '']
}
