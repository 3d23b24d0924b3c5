/** Kills workers, coordinators and Redis while a run is under way, and compares the result with that of an undisturbed run. */
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { summarySchema, type Summary } from '../../../harness/contracts/schema.ts'
import { readMachines, readRun, readTrials } from '../../../harness/store/read.ts'
import { redisServer, type RedisServer } from '../../../test/queue/redis-server.ts'
import { startPe, startWorker, type Started } from '../../../test/queue/workers.ts'

export interface Chaos {
  /** An empty folder. */
  readonly folder: string
  /** The program. */
  readonly bin: string
  /** Trials are ten times as many. */
  readonly samples: number
  readonly agent: string
  readonly env?: Readonly<Record<string, string>>
  readonly workers: number
  /** Milliseconds between two kills of a worker. */
  readonly every: number
  /** Kills of coordinators and restarts of Redis are spread evenly over the trials of the run. */
  readonly coordinatorKills: number
  readonly redisRestarts: number
  /** Numbers from 0 to 1. */
  readonly random: () => number
  /** Told about the progress. */
  readonly say: (line: string) => void
}

export interface ChaosOutcome {
  readonly trials: number
  readonly seconds: number
  readonly secondsOfOneProcess: number
  readonly workerKills: number
  readonly coordinatorKills: number
  readonly redisRestarts: number
  /** Violations; empty if there are none. */
  readonly problems: readonly string[]
}

export const BENCHMARK = path.join(import.meta.dirname, 'benchmark.ts')
/** More than the longest proof takes: a run that hangs is a problem, and no endless wait. */
const LONGEST = 3 * 3600_000

export async function chaosProof(chaos: Chaos): Promise<ChaosOutcome> {
  const { folder, bin, samples, agent, env = {}, say } = chaos
  const matrix = ['--benchmark', BENCHMARK, '--agent', agent, '--samples', String(samples), '--seed', '7']
  const flags = [...matrix, '--no-score', '--reporter', 'json']
  // The gate of a busy machine would let in one trial after the other.
  await using whole = startPe(['run', ...flags, '--concurrency', '4', '--out', path.join(folder, 'whole')], {
    bin,
    env,
  })
  await using redis = await redisServer()
  const planned = startPe(['plan', ...flags, '--out', path.join(folder, 'queue')], { bin, env })
  const plan = (await ended(planned)).trim()
  const trials = (await readRun(plan)).trials.length
  const began = performance.now()
  const { stdout, ...kills } = await disturb(chaos, plan, trials, redis)
  const seconds = (performance.now() - began) / 1000
  say('the queue has ended; waiting for the run in one process')
  const undisturbed = summaryFrom(await ended(whole))
  const { workerKills, coordinatorKills, redisRestarts } = kills
  const disturbances = workerKills + coordinatorKills + redisRestarts
  const problems = [
    ...(trials === 0 || disturbances === 0 ? ['nothing was disturbed'] : []),
    ...(coordinatorKills < chaos.coordinatorKills ? [`only ${String(coordinatorKills)} coordinators were killed`] : []),
    ...(redisRestarts < chaos.redisRestarts ? [`Redis was restarted only ${String(redisRestarts)} times`] : []),
    ...(await problemsIn(plan)),
    ...differences(undisturbed, summaryFrom(stdout)),
  ]
  return {
    trials,
    seconds,
    secondsOfOneProcess: undisturbed.seconds,
    ...kills,
    problems,
  }
}

type Disturbed = Pick<ChaosOutcome, 'workerKills' | 'coordinatorKills' | 'redisRestarts'> & { readonly stdout: string }

async function disturb(chaos: Chaos, plan: string, trials: number, redis: RedisServer): Promise<Disturbed> {
  const { bin, env = {}, workers: count, every, random, say } = chaos
  const worker = () => startWorker(redis.url, [], { bin, env })
  const queue = ['--executor', 'queue', '--redis', redis.url, '--lease', '3', '--no-score', '--reporter', 'json']
  const coordinate = () => startPe(['run', '--resume', plan, ...queue], { bin, env })
  const workers: Started[] = Array.from({ length: count }, worker)
  let coordinator = coordinate()
  let [workerKills, coordinatorKills, redisRestarts] = [0, 0, 0]
  const until = performance.now() + LONGEST
  try {
    while (performance.now() < until) {
      const isOver = await Promise.race([coordinator.exit.then(() => true), delay(every, false)])
      if (isOver) break
      const share = (await readMachines(plan)).length / trials
      if (share > 0 && share < 1) {
        // On a busy machine, a worker that is still starting would be killed for ever.
        const started = workers.filter((each) => each.stderr().includes('takes trials'))
        const victim = started[Math.floor(random() * started.length)]
        if (victim) {
          await victim[Symbol.asyncDispose]()
          workers[workers.indexOf(victim)] = worker()
          workerKills += 1
        }
      }
      if (share > (coordinatorKills + 1) / (chaos.coordinatorKills + 1) && coordinatorKills < chaos.coordinatorKills) {
        await coordinator[Symbol.asyncDispose]()
        coordinator = coordinate()
        coordinatorKills += 1
      }
      if (share > (redisRestarts + 1) / (chaos.redisRestarts + 1) && redisRestarts < chaos.redisRestarts) {
        // Its service stops it, or it dies.
        await redis.stop(redisRestarts % 2 === 0 ? 'SIGTERM' : 'SIGKILL')
        await redis.start()
        redisRestarts += 1
      }
      say(`${String(Math.round(share * trials))} of ${String(trials)} trials, ${String(workerKills)} workers killed`)
    }
    return { stdout: await ended(coordinator), workerKills, coordinatorKills, redisRestarts }
  } finally {
    for (const each of [...workers, coordinator]) await each[Symbol.asyncDispose]()
  }
}

export async function ended(process: Started): Promise<string> {
  const code = await process.exit
  if (code !== 0) throw new Error(`exit code ${String(code)}: ${process.stderr()}`)
  return process.stdout()
}

/** Every trial has its record, was taken in once, and nothing of the queue is left. */
export async function problemsIn(folder: string): Promise<string[]> {
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

export function summaryFrom(stdout: string): Summary {
  return summarySchema.parse(JSON.parse(stdout))
}

/** All but times and places, byte for byte. */
export function differences(one: Summary, other: Summary): string[] {
  const [a, b] = [one, other].map((summary) =>
    JSON.stringify(summary, (name, value: unknown) =>
      ['seconds', 'ledger', 'concurrency', 'folder', 'report', 'runId'].includes(name) ? undefined : value,
    ),
  )
  return a === b ? [] : ['the summary differs from that of one process']
}
