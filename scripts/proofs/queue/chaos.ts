/** Kills workers, coordinators and Redis while a run is under way, and compares the result with that of an undisturbed run. */
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { summarySchema, type Summary } from '../../../harness/contracts/schema.ts'
import { readMachines } from '../../../harness/run/queue/progress.ts'
import { readRun, readTrials } from '../../../harness/store/read.ts'
import { redisServer } from '../../../test/queue/redis-server.ts'
import { startPe, startWorker, type Started } from '../../../test/queue/workers.ts'

export interface Chaos {
  /** An empty folder. */
  readonly folder: string
  /** The program. */
  readonly bin: string
  readonly samples: number
  readonly workers: number
  /** Milliseconds between two kills of a worker. */
  readonly every: number
  readonly workerKills: number
  readonly coordinatorKills: number
  readonly redisRestarts: number
  /** Numbers from 0 to 1. */
  readonly random: () => number
}

export interface ChaosOutcome {
  readonly trials: number
  readonly seconds: number
  readonly kills: number
  /** Violations; empty if there are none. */
  readonly problems: readonly string[]
}

const BENCHMARK = path.join(import.meta.dirname, 'benchmark.ts')
/** More than the longest proof takes: a run that hangs is a problem, and no endless wait. */
const LONGEST = 3 * 3600_000

export async function chaosProof(chaos: Chaos): Promise<ChaosOutcome> {
  const { folder, bin, samples } = chaos
  const matrix = ['--benchmark', BENCHMARK, '--agent', 'null', '--samples', String(samples), '--seed', '7']
  const flags = [...matrix, '--reporter', 'json']
  await using whole = startPe(['run', ...flags, '--out', path.join(folder, 'whole')], { bin })
  const undisturbed = await ended(whole)
  await using redis = await redisServer()
  const out = path.join(folder, 'queue')
  const planned = startPe(['plan', ...flags, '--out', out], { bin })
  const plan = (await ended(planned)).trim()
  const began = performance.now()
  const run = await disturb(chaos, plan, redis)
  const seconds = (performance.now() - began) / 1000
  const problems = [...(await problemsIn(plan)), ...differences(summaryFrom(undisturbed), summaryFrom(run.stdout))]
  return { trials: (await readRun(plan)).trials.length, seconds, kills: run.kills, problems }
}

async function disturb(
  { bin, workers: count, every, workerKills, coordinatorKills, redisRestarts, random }: Chaos,
  plan: string,
  redis: Awaited<ReturnType<typeof redisServer>>,
): Promise<{ readonly stdout: string; readonly kills: number }> {
  const worker = () => startWorker(redis.url, [], { bin })
  const queue = ['--executor', 'queue', '--redis', redis.url, '--lease', '3', '--reporter', 'json']
  const coordinate = () => startPe(['run', '--resume', plan, ...queue], { bin })
  const workers: Started[] = Array.from({ length: count }, worker)
  let coordinator = coordinate()
  let [kills, coordinators, restarts] = [0, coordinatorKills, redisRestarts]
  const until = performance.now() + LONGEST
  try {
    while (performance.now() < until) {
      const isOver = await Promise.race([coordinator.exit.then(() => true), delay(every, false)])
      if (isOver) break
      if (kills < workerKills) {
        const index = Math.floor(random() * workers.length)
        await workers[index]?.[Symbol.asyncDispose]()
        workers[index] = worker()
        kills += 1
      }
      if (coordinators > 0 && kills % 3 === 0) {
        await coordinator[Symbol.asyncDispose]()
        coordinator = coordinate()
        coordinators -= 1
      }
      if (restarts > 0 && kills % 4 === 0) {
        await redis.stop('SIGTERM')
        await redis.start()
        restarts -= 1
      }
    }
    return { stdout: await ended(coordinator), kills }
  } finally {
    for (const each of [...workers, coordinator]) await each[Symbol.asyncDispose]()
  }
}

async function ended(process: Started): Promise<string> {
  const code = await process.exit
  if (code !== 0) throw new Error(`exit code ${String(code)}: ${process.stderr()}`)
  return process.stdout()
}

/** Every trial has its record, was taken in once, and nothing of the queue is left. */
async function problemsIn(folder: string): Promise<string[]> {
  const record = await readRun(folder)
  const done = new Set((await readTrials(folder, record)).map(({ trial }) => trial.id))
  const lost = record.trials.filter(({ id }) => !done.has(id)).map(({ id }) => `${id} is lost`)
  const events = (await readFile(path.join(folder, 'events.jsonl'), 'utf8')).split('\n')
  const ends = events.flatMap((line) => /"type":"trial-end","trial":\{"id":"([^"]+)"/.exec(line)?.[1] ?? [])
  const machines = (await readMachines(folder)).map(({ trial }) => trial)
  const left = (await readdir(folder)).includes('queue') ? ['the folder of the queue is left'] : []
  return [...lost, ...twice(ends, 'ended'), ...twice(machines, 'was taken in'), ...left]
}

function twice(ids: readonly string[], what: string): string[] {
  const seen = new Set<string>()
  return ids.flatMap((id) => {
    const again = seen.has(id)
    seen.add(id)
    return again ? [`${id} ${what} twice`] : []
  })
}

function summaryFrom(stdout: string): Summary {
  return summarySchema.parse(JSON.parse(stdout))
}

/** All but times and places, byte for byte. */
function differences(one: Summary, other: Summary): string[] {
  const [a, b] = [one, other].map((summary) =>
    JSON.stringify(summary, (name, value: unknown) =>
      ['seconds', 'ledger', 'concurrency', 'folder', 'report', 'runId'].includes(name) ? undefined : value,
    ),
  )
  return a === b ? [] : ['the summary differs from that of one process']
}
