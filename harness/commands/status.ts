import type { Argv } from 'yargs'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import type { MachineLine, RunRecord, TrialRecord } from '../contracts/schema.ts'
import { pluralise } from '../lib/wording/count.ts'
import { MachineRows, type MachineRow } from '../lib/statistics/machines.ts'
import { openRedis } from '../lib/redis/connect.ts'
import { formatTable } from '../reporters/table.ts'
import { takesTrials } from '../run/queue/labels.ts'
import type { Progress } from '../run/queue/progress.ts'
import { readMachines, readRun, readTrials } from '../store/read.ts'
import { resolveRun } from '../store/resolve.ts'
import { defineCommand } from './flags/command.ts'
import { JSON_OUTPUT, OUT } from './flags/common.ts'
import type { Flags } from './flags/values.ts'
import { REDIS } from './run/queue-flags.ts'
import { workerTable } from './run/queue-lines.ts'
import { activityOf, activityText } from './run/activity.ts'

function statusFlags(flags: Argv) {
  return flags
    .positional('run', { type: 'string', describe: 'a run id or folder; the newest by default' })
    .option('out', OUT)
    .option('redis', REDIS)
    .option('json', JSON_OUTPUT)
}

function statusOptions({ run, out, redis, json }: Flags<typeof statusFlags>) {
  return { run, out, json, redis: redis ?? process.env['PE_REDIS'] }
}

export const command = defineCommand({ flags: statusFlags, options: statusOptions, handler: statusCommand })

/** `pe status`: how far a run is. With a Redis it also lists the workers. */
export async function statusCommand({ run, out, json, redis }: ReturnType<typeof statusOptions>): Promise<ExitCode> {
  const folder = await resolveRun(run, out)
  const record = await readRun(folder)
  const [trials, machines] = [await readTrials(folder, record), await readMachines(folder)]
  const seen = redis === undefined ? undefined : await seenIn(redis, record, folder)
  const progress = seen?.progress
  const activity = await activityOf(folder, record, trials.length, seen)
  const pace = paceOf(record, trials.length, machines, activity.state === 'running' ? progress : undefined)
  const ledger = ledgerOf(trials, machines)
  process.stdout.write(
    json
      ? `${JSON.stringify({ runId: record.runId, all: record.trials.length, ended: trials.length, state: activity.state, process: activity.holder, ...pace, ledger, progress })}\n`
      : `${textOf(record, trials.length, [activityText(activity, folder, record), pace, ledger, progress])}\n`,
  )
  return EXIT.done
}

/** The progress of a run in a Redis, and whether a coordinator has lately given a sign there. */
async function seenIn(url: string, record: RunRecord, folder: string) {
  const { progressOf } = await import('../run/queue/progress.ts')
  const { runKey } = await import('../run/queue/keys.ts')
  const redis = await openRedis(url)
  try {
    const coordinated = (await redis.exists(runKey(record.runId, 'coordinator'))) === 1
    return { progress: await progressOf(redis, record, folder), coordinated }
  } finally {
    redis.disconnect()
  }
}

interface Pace {
  /** Over the last trials; null if there are too few of them. */
  readonly trialsPerSecond: number | null
  /** Null if no worker is seen that could run the rest. */
  readonly secondsLeft: number | null
}

/** The last trials that say how fast the run is. */
const LATEST = 200

/** Milliseconds: a worker gives a sign every second. */
const SILENT = 15_000

/** @param progress Of a run that goes on */
function paceOf(
  { trials, runId }: RunRecord,
  ended: number,
  machines: readonly MachineLine[],
  progress: Progress | undefined,
): Pace {
  const latest = machines.slice(-LATEST)
  const [first, last] = [latest[0], latest.at(-1)]
  if (!first || !last || last.at <= first.at) return { trialsPerSecond: null, secondsLeft: null }
  const trialsPerSecond = (latest.length - 1) / (last.at - first.at)
  const isServed = progress?.workers.some((worker) => takesTrials(worker, runId) && worker.silent < SILENT) === true
  return { trialsPerSecond, secondsLeft: isServed ? (trials.length - ended) / trialsPerSecond : null }
}

function ledgerOf(trials: readonly TrialRecord[], machines: readonly MachineLine[]): MachineRow[] {
  const rows = new MachineRows(machines)
  for (const record of trials) rows.add(record)
  return rows.rows()
}

function textOf(
  { runId, trials }: RunRecord,
  ended: number,
  [activity, pace, ledger, progress]: readonly [string[], Pace, readonly MachineRow[], Progress | undefined],
): string {
  const state = [
    `${runId}: ${String(ended)} of ${pluralise(trials.length, 'trial has', 'trials have')} ended`,
    ...activity,
    ...paceLines(pace),
    ...(progress ? queueLines(progress) : []),
  ]
  const workers = progress?.queued === true && progress.workers.length > 0 ? [workerTable(progress.workers, runId)] : []
  return [state.join('\n'), ...workers, ...ledgerTexts(ledger)].join('\n\n')
}

function paceLines({ trialsPerSecond, secondsLeft }: Pace): string[] {
  if (trialsPerSecond === null) return []
  const left = secondsLeft === null ? '' : `, about ${Math.ceil(secondsLeft).toFixed(0)} s left`
  return [`${trialsPerSecond.toFixed(2)} trials a second${left}`]
}

function queueLines({ queued, running, waiting, workers, cost, tokens }: Progress): string[] {
  if (!queued)
    return ['the run is not in the queue of this Redis: it has ended there, was stopped, or uses another one']
  const head = `${String(running)} running, ${String(waiting)} waiting; ${spentText(cost, tokens)}`
  return workers.length > 0 ? [head] : [head, 'no worker has told anything lately; pe worker --redis URL starts one']
}

function spentText(cost: number, tokens: number): string {
  const spent = [
    ...(cost === 0 ? [] : [`${cost.toFixed(cost < 1 ? 4 : 2)} US dollars`]),
    ...(tokens === 0 ? [] : [pluralise(tokens, 'token')]),
  ]
  return `${spent.length === 0 ? 'nothing' : spent.join(' and ')} spent or reserved`
}

function ledgerTexts(ledger: readonly MachineRow[]): string[] {
  if (ledger.length === 0) return []
  const cells = ledger.map((row) => [
    row.worker,
    String(row.trials),
    ...[row.waited, row.model, row.judging].map((each) => each.toFixed(1)),
  ])
  const table = formatTable([['worker', 'trials', 'waiting', 'model', 'judging'], ...cells], [1, 2, 3, 4])
  return [`Time of the trials, in seconds:\n${table}`]
}
