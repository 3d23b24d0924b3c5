import type { Argv } from 'yargs'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import type { MachineLine, RunRecord, TrialRecord } from '../contracts/schema.ts'
import { MachineRows, type MachineRow } from '../lib/statistics/machines.ts'
import { openRedis } from '../lib/redis/connect.ts'
import { formatTable } from '../reporters/table.ts'
import type { Progress } from '../run/queue/progress.ts'
import { readMachines, readRun, readTrials } from '../store/read.ts'
import { resolveRun } from '../store/resolve.ts'
import { defineCommand } from './flags/command.ts'
import { JSON_OUTPUT, OUT } from './flags/common.ts'
import type { Flags } from './flags/values.ts'
import { REDIS } from './run/queue-flags.ts'
import { workerTable } from './run/queue-lines.ts'

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
  const progress = redis === undefined ? undefined : await progressIn(redis, record, folder)
  const pace = paceOf(record, trials.length, machines)
  const ledger = ledgerOf(trials, machines)
  process.stdout.write(
    json
      ? `${JSON.stringify({ runId: record.runId, all: record.trials.length, ended: trials.length, ...pace, ledger, progress })}\n`
      : `${textOf(record, trials.length, pace, ledger, progress)}\n`,
  )
  return EXIT.done
}

async function progressIn(url: string, record: RunRecord, folder: string): Promise<Progress> {
  const { progressOf } = await import('../run/queue/progress.ts')
  const redis = await openRedis(url)
  try {
    return await progressOf(redis, record, folder)
  } finally {
    redis.disconnect()
  }
}

interface Pace {
  /** Over the last trials; null if there are too few of them. */
  readonly trialsPerSecond: number | null
  readonly secondsLeft: number | null
}

/** The last trials that say how fast the run is. */
const LATEST = 200

function paceOf({ trials }: RunRecord, ended: number, machines: readonly MachineLine[]): Pace {
  const latest = machines.slice(-LATEST)
  const [first, last] = [latest[0], latest.at(-1)]
  if (!first || !last || last.at <= first.at) return { trialsPerSecond: null, secondsLeft: null }
  const trialsPerSecond = (latest.length - 1) / (last.at - first.at)
  return { trialsPerSecond, secondsLeft: (trials.length - ended) / trialsPerSecond }
}

function ledgerOf(trials: readonly TrialRecord[], machines: readonly MachineLine[]): MachineRow[] {
  const rows = new MachineRows(machines)
  for (const record of trials) rows.add(record)
  return rows.rows()
}

function textOf(
  { runId, trials }: RunRecord,
  ended: number,
  { trialsPerSecond, secondsLeft }: Pace,
  ledger: readonly MachineRow[],
  progress: Progress | undefined,
): string {
  const lines = [`${runId}: ${String(ended)} of ${String(trials.length)} trials have ended`]
  if (trialsPerSecond !== null && secondsLeft !== null)
    lines.push(`${trialsPerSecond.toFixed(2)} trials a second, about ${Math.ceil(secondsLeft).toFixed(0)} s left`)
  if (ledger.length > 0) {
    lines.push('', 'Time of the trials, in seconds:')
    const cells = ledger.map((row) => [
      row.worker,
      String(row.trials),
      ...[row.waited, row.model, row.judging].map((each) => each.toFixed(1)),
    ])
    lines.push(formatTable([['worker', 'trials', 'waiting', 'model', 'judging'], ...cells]))
  }
  return [...lines, ...(progress ? queueLines(progress, runId) : [])].join('\n')
}

function queueLines({ queued, running, waiting, workers, cost, tokens }: Progress, runId: string): string[] {
  if (!queued)
    return ['the run is not in the queue of this Redis: it has ended there, was stopped, or uses another one']
  const head = `${String(running)} running, ${String(waiting)} waiting, ${cost.toFixed(4)} US dollars and ${String(tokens)} tokens spent or reserved`
  if (workers.length === 0) return [head, 'no worker has told anything lately; pe worker --redis URL starts one']
  return [head, '', workerTable(workers, runId)]
}
