/**
 * Runs a trial during which several workers have died in a separate process. If that dies, too, a control project on the same
 * machine decides whether the trial or the machine is at fault.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Control, TrialRecord, TrialSpec } from '../../contracts/schema.ts'
import type { TrialEvent } from '../../contracts/types.ts'
import { HarnessFault, Interrupted, UsageError } from '../../errors.ts'
import { forgetGroup, killGroup, registerGroup } from '../../lib/processes/groups.ts'
import { ownProgram } from '../../lib/processes/own-program.ts'
import { STOP_SIGNALS } from '../../lib/processes/stop-signals.ts'
import { controlFor } from '../../trial/control.ts'
import { recordOfDeath } from '../../trial/death.ts'
import type { Trial } from '../../trial/trial.ts'
import type { AloneMessage } from './alone-messages.ts'
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
  /** Aborted when the worker was told to stop. */
  readonly drain: AbortSignal
}

export type SuspectEnd =
  | { readonly kind: 'ended'; readonly record: TrialRecord | undefined; readonly control?: string }
  | { readonly kind: 'unhealthy'; readonly reason: string }

/** Milliseconds in which a signal to all processes of a service has reached this one, too. */
const SIGNALLED = 1000

/**
 * @throws Error if the trial could not be run, without a death
 * @throws Interrupted if the process was stopped together with the worker
 */
export async function runSuspect(suspect: Suspect, trial: () => Promise<Trial>): Promise<SuspectEnd> {
  const alone = await runAlone(suspect)
  if ('failed' in alone) throw new Error(alone.failed)
  if ('stopped' in alone) throw new Interrupted(`the process that ran this trial was stopped (${alone.stopped})`)
  if (!('died' in alone))
    return {
      kind: 'ended',
      record: alone.record,
      control: `run alone after ${String(suspect.deaths)} workers had died with it`,
    }
  const subject = await trial()
  const control: Control = await controlFor(subject).catch((error: unknown) => {
    if (!(error instanceof UsageError)) throw error
    throw new HarnessFault(`the process that ran this trial died (${alone.died}), and there is no control`, {
      cause: error,
    })
  })
  if (!control.healthy) return { kind: 'unhealthy', reason: control.reason }
  const reason = `the process that ran this trial died (${alone.died}), as ${String(suspect.deaths)} workers had before, while a control project ran: ${control.reason}`
  const record = await recordOfDeath(subject, reason, control)
  for (const verdict of [record.runnable, ...record.verdicts])
    suspect.emit({ type: 'verdict', trial: suspect.spec.key, verdict })
  suspect.emit({ type: 'trial-end', trial: suspect.spec.key, record })
  return { kind: 'ended', record, control: reason }
}

type Alone =
  | { readonly record: TrialRecord | undefined }
  | { readonly died: string }
  | { readonly failed: string }
  | { readonly stopped: string }

async function runAlone({ spec, run, folder, redisUrl, emit, signal, drain }: Suspect): Promise<Alone> {
  const [flags, script] = splitLast(ownProgram(import.meta.url, '../../isolated-trial'))
  const child = fork(script, [], {
    execArgv: flags,
    // A group of its own: a signal from the terminal is meant for the worker, which stops its trials itself.
    detached: true,
    env: { ...process.env, PE_REDIS: redisUrl },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const { pid } = child
  if (pid !== undefined) registerGroup(pid)
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop, { once: true })
  let end: Alone | undefined
  child.on('message', (message: AloneMessage) => {
    if (message.type === 'event') emit(message.event)
    else end = endOf(message)
  })
  child.send({ spec, run, folder })
  try {
    const [code, name] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    const isStopped = end === undefined ? name !== null && isStop(name) : 'stopped' in end
    if (!isStopped) return end ?? { died: name ?? `exit code ${String(code)}` }
    // A project must not get out of being judged by a signal that it sends itself.
    const why = name ?? 'by a signal'
    return (await isStopping([signal, drain])) ? { stopped: why } : { died: why }
  } finally {
    signal.removeEventListener('abort', stop)
    if (pid !== undefined) {
      killGroup(pid)
      forgetGroup(pid)
    }
  }
}

async function isStopping(signals: readonly AbortSignal[]): Promise<boolean> {
  const stop = AbortSignal.any([...signals])
  if (stop.aborted) return true
  return once(stop, 'abort', { signal: AbortSignal.timeout(SIGNALLED) }).then(
    () => true,
    () => false,
  )
}

function endOf(message: Exclude<AloneMessage, { readonly type: 'event' }>): Alone {
  if (message.type === 'end') return { record: message.record }
  return message.type === 'stopped' ? { stopped: 'by a signal' } : { failed: message.message }
}

/** The end by such a signal is no sign of a fault. */
function isStop(name: NodeJS.Signals): boolean {
  return STOP_SIGNALS.some((each) => each === name)
}

function splitLast(argv: readonly string[]): [string[], string] {
  return [argv.slice(0, -1), argv.at(-1) ?? '']
}
