/**
 * The proofs of the queue: `npm run prove:queue [-- SAMPLES [WORKERS [MOST]]]`. A run of ten missions with so many samples (1000: 10,000
 * trials) whose workers, coordinator and Redis are killed must end like one that is not. Then the trials a second by the number of
 * workers (1 to MOST), and those of the queue alone.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chaosProof } from './proofs/queue/chaos.ts'
import { emptyThroughput, sleepingThroughput } from './proofs/queue/throughput.ts'

const [samples = 1000, workers = 8, most = 64] = process.argv.slice(2).map(Number)
const bin = path.resolve(import.meta.dirname, '..', 'dist/harness/bin.js')
const folder = await mkdtemp(path.join(tmpdir(), 'pe-prove-queue-'))

try {
  const chaos = await chaosProof({
    ...{ folder, bin, samples, workers },
    ...{ every: 5000, workerKills: Infinity, coordinatorKills: 3, redisRestarts: 2 },
    random: Math.random,
  })
  for (const problem of chaos.problems.slice(0, 50)) print(`  ${problem}`)
  print(
    `${String(chaos.trials)} trials on ${String(workers)} workers in ${chaos.seconds.toFixed(0)} s, ${String(chaos.kills)} workers killed: ` +
      `${String(chaos.problems.length)} problems`,
  )
  const empty = await emptyThroughput(5000)
  print(`the queue alone: ${empty.toFixed(0)} trials a second, ${(1000 / empty).toFixed(2)} ms each`)
  for (let count = 1; count <= most; count *= 4) {
    const rate = await sleepingThroughput({ folder: path.join(folder, `sleep-${String(count)}`), bin, workers: count })
    print(`${String(count)} workers whose agent sleeps 0.5 s: ${rate.toFixed(2)} trials a second`)
  }
  process.exitCode = chaos.problems.length === 0 ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
