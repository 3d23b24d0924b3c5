/**
 * The proofs of the queue, each a part of `npm run prove` with flags: [--samples N] [--workers N] [--every MS] [--most N] [--soak N]
 * [--seconds N] [--only OUTAGE].
 *
 *   queue-kills       a run of 10 × N samples (1000) whose workers are killed every MS (5000), and with it the coordinator thrice and Redis
 *                     twice, ends like a run in one process
 *   queue-budget      the budget of a run holds although workers are killed during paid calls
 *   queue-outages     Redis, disks, clocks, versions and networks fail, for N seconds (60)
 *   queue-throughput  trials a second: of the queue alone, and of 1 to N workers (64) whose agent sleeps
 *   queue-soak        N real trials (2000): memory stays flat, and nothing is left
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { BIN } from '../commands.ts'
import type { Part, Proof } from '../parts.ts'
import { budgetProof } from './budget.ts'
import { chaosProof } from './chaos.ts'
import { outageProof } from './outages.ts'
import { soakProof } from './soak.ts'
import { emptyThroughput, sleepingThroughput } from './throughput.ts'

type Flags = ReturnType<typeof flagsOf>

interface Setup {
  /** An empty folder. */
  readonly folder: string
  readonly flags: Flags
}

export const QUEUE_PARTS: readonly Part[] = [
  { name: 'queue-kills', title: 'The queue: killed workers lose no trial', prove: (args) => inFolder(args, kills) },
  { name: 'queue-budget', title: 'The queue: the budget holds', prove: (args) => inFolder(args, budget) },
  { name: 'queue-outages', title: 'The queue: outages lose no trial', prove: (args) => inFolder(args, outages) },
  { name: 'queue-throughput', title: 'The queue: trials a second', prove: (args) => inFolder(args, throughput) },
  { name: 'queue-soak', title: 'The queue: memory stays flat', prove: (args) => inFolder(args, soak) },
]

async function inFolder(args: readonly string[], prove: (setup: Setup) => Promise<Proof>): Promise<Proof> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pe-prove-queue-'))
  try {
    return await prove({ folder, flags: flagsOf(args) })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function flagsOf(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      samples: { type: 'string', default: '1000' },
      workers: { type: 'string', default: '8' },
      every: { type: 'string', default: '5000' },
      most: { type: 'string', default: '64' },
      soak: { type: 'string', default: '2000' },
      seconds: { type: 'string', default: '60' },
      only: { type: 'string', multiple: true },
    },
  })
  const number = (name: Exclude<keyof typeof values, 'only'>) => {
    const value = Number(values[name])
    if (!(value > 0)) throw new RangeError(`--${name} takes a positive number, not "${values[name]}"`)
    return value
  }
  return {
    ...{ samples: number('samples'), workers: number('workers'), every: number('every'), most: number('most') },
    ...{ soak: number('soak'), seconds: number('seconds'), only: values.only },
  }
}

async function kills({ folder, flags: { samples, workers, every } }: Setup): Promise<Proof> {
  const outcome = await chaosProof({
    ...{ bin: BIN, say, folder, agent: 'null', samples, workers, every },
    ...{ coordinatorKills: 3, redisRestarts: 2, random: Math.random },
  })
  const { trials, seconds, secondsOfOneProcess, workerKills, coordinatorKills, redisRestarts, problems } = outcome
  const ran = `${String(trials)} trials on ${String(workers)} workers in ${seconds.toFixed(0)} s (one process: ${secondsOfOneProcess.toFixed(0)} s)`
  const killed = `killed: ${String(workerKills)} workers, ${String(coordinatorKills)} coordinators; Redis restarted ${String(redisRestarts)} times`
  return { figures: [`${ran}; ${killed}`], problems }
}

async function budget({ folder }: Setup): Promise<Proof> {
  return await budgetProof({ bin: BIN, say, folder })
}

async function outages({ folder, flags: { seconds, only } }: Setup): Promise<Proof> {
  return await outageProof({ bin: BIN, say, folder, seconds }, only)
}

/** Only figures: nothing is claimed of them. */
async function throughput({ folder, flags: { most } }: Setup): Promise<Proof> {
  const figures: string[] = []
  for (const processes of [1, 2, 4]) {
    const { rate, worker, coordinator, redis } = await emptyThroughput(5000, processes)
    figures.push(
      `The queue alone, ${String(processes)} processes that take: ${rate.toFixed(0)} trials a second; processor time a trial: ` +
        `worker ${worker.toFixed(2)} ms, coordinator ${coordinator.toFixed(2)} ms, Redis ${redis.toFixed(2)} ms`,
    )
  }
  for (let workers = 1; workers <= most; workers *= 4) {
    const { rate, overhead } = await sleepingThroughput({
      bin: BIN,
      workers,
      folder: path.join(folder, String(workers)),
    })
    const more = `${overhead.toFixed(0)} ms more than the agent a trial`
    figures.push(`${String(workers)} workers whose agent sleeps 2 s: ${rate.toFixed(2)} trials a second, ${more}`)
  }
  return { figures, problems: [] }
}

async function soak({ folder, flags }: Setup): Promise<Proof> {
  return await soakProof({ bin: BIN, say, folder, trials: flags.soak })
}

function say(line: string): void {
  process.stderr.write(`  … ${line}\n`)
}
