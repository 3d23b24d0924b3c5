/**
 * The proofs of the queue: `npm run prove:queue [-- PART …] [--samples N] [--workers N] [--every MS] [--most N] [--soak N]
 * [--seconds N] [--only OUTAGE]`. Without a part it runs all of them.
 *
 *   kills       a run of 10 × N samples (1000) whose workers are killed every MS (5000), and with it the coordinator thrice and Redis
 *               twice, ends like a run in one process
 *   budget      the budget of a run holds although workers are killed during paid calls
 *   outages     Redis, disks, clocks, versions and networks fail, for N seconds (60)
 *   throughput  trials a second: of the queue alone, and of 1 to N workers (64) whose agent sleeps
 *   soak        N real trials (2000): memory stays flat, and nothing is left
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { budgetProof } from './proofs/queue/budget.ts'
import { chaosProof } from './proofs/queue/chaos.ts'
import { outageProof } from './proofs/queue/outages.ts'
import { soakProof } from './proofs/queue/soak.ts'
import { emptyThroughput, sleepingThroughput } from './proofs/queue/throughput.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
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
const bin = path.resolve(import.meta.dirname, '..', 'dist/pe/bin.js')
const place = await mkdtemp(path.join(tmpdir(), 'pe-prove-queue-'))
const shared = { bin, say: (line: string) => process.stderr.write(`  … ${line}\n`) }

/** Each prints its figures and returns its problems. */
const PARTS: Readonly<Record<string, (folder: string) => Promise<readonly string[]>>> = {
  async kills(folder) {
    const outcome = await chaosProof({
      ...{ ...shared, folder, agent: 'null', samples: number('samples'), workers: number('workers') },
      ...{ every: number('every'), coordinatorKills: 3, redisRestarts: 2, random: Math.random },
    })
    const { trials, seconds, secondsOfOneProcess, workerKills, coordinatorKills, redisRestarts } = outcome
    print(
      `${String(trials)} trials on ${values.workers} workers in ${seconds.toFixed(0)} s (one process: ${secondsOfOneProcess.toFixed(0)} s); ` +
        `killed: ${String(workerKills)} workers, ${String(coordinatorKills)} coordinators; Redis restarted ${String(redisRestarts)} times`,
    )
    return outcome.problems
  },
  async budget(folder) {
    const outcome = await budgetProof({ ...shared, folder })
    for (const line of outcome.figures) print(line)
    return outcome.problems
  },
  async outages(folder) {
    const outcome = await outageProof({ ...shared, folder, seconds: number('seconds') }, values.only)
    for (const line of outcome.figures) print(line)
    return outcome.problems
  },
  async throughput(folder) {
    for (const processes of [1, 2, 4]) {
      const empty = await emptyThroughput(5000, processes)
      print(
        `the queue alone, ${String(processes)} processes that take: ${empty.rate.toFixed(0)} trials a second; processor time a trial: ` +
          `worker ${empty.worker.toFixed(2)} ms, coordinator ${empty.coordinator.toFixed(2)} ms, Redis ${empty.redis.toFixed(2)} ms`,
      )
    }
    for (let workers = 1; workers <= number('most'); workers *= 4) {
      const own = { bin, workers, folder: path.join(folder, `sleep-${String(workers)}`) }
      const { rate, overhead } = await sleepingThroughput(own)
      print(
        `${String(workers)} workers whose agent sleeps 2 s: ${rate.toFixed(2)} trials a second, ${overhead.toFixed(0)} ms more than the agent a trial`,
      )
    }
    return []
  },
  async soak(folder) {
    const outcome = await soakProof({ ...shared, folder, trials: number('soak') })
    for (const line of outcome.figures) print(line)
    return outcome.problems
  },
}

const parts = positionals.length === 0 ? Object.keys(PARTS) : positionals
let count = 0
try {
  for (const part of parts) {
    const prove = PARTS[part]
    if (!prove) throw new RangeError(`there is no part "${part}", but ${Object.keys(PARTS).join(', ')}`)
    const problems = await prove(path.join(place, part))
    for (const problem of problems.slice(0, 50)) print(`  ${problem}`)
    print(`${part}: ${String(problems.length)} problems`)
    count += problems.length
  }
  process.exitCode = count === 0 ? 0 : 1
} finally {
  await rm(place, { recursive: true, force: true })
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
