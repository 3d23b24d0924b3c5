/** Trials a second: of the queue alone, and of workers whose agent sleeps. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { Queue } from 'bullmq'
import { readMachines } from '../../../harness/store/read.ts'
import { redisServer, type RedisServer } from '../../../test/queue/redis-server.ts'
import { startPe, startWorker, untilSays, type Started } from '../../../test/queue/workers.ts'
import { BENCHMARK } from './chaos.ts'

/** Characters of a job: those of a spec. */
const SPEC = 1500
/** Jobs that are queued, or looked for, at a time, as by the coordinator. */
const BATCH = 200

export interface EmptyThroughput {
  /** Trials a second. */
  readonly rate: number
  /** Milliseconds of processor time a trial: of those that take it, of the one that queues and removes it, and of Redis. */
  readonly worker: number
  readonly coordinator: number
  readonly redis: number
}

/** Queues, takes, commits and removes jobs without a trial, as coordinator and workers do. @param processes That take them */
export async function emptyThroughput(jobs: number, processes: number): Promise<EmptyThroughput> {
  await using redis = await redisServer()
  const connection = redis.client.duplicate()
  connection.on('error', () => undefined)
  const queue = new Queue('empty', { connection })
  queue.on('error', () => undefined)
  const takers = Array.from({ length: processes }, () => fork(path.join(import.meta.dirname, 'taker.mjs'), [redis.url]))
  try {
    await Promise.all(takers.map((taker) => once(taker, 'message')))
    const [before, redisBefore] = [process.cpuUsage(), await redisTime(redis)]
    const began = performance.now()
    for (let start = 0; start < jobs; start += BATCH)
      await queue.addBulk(
        Array.from({ length: Math.min(BATCH, jobs - start) }, (_, index) => ({
          name: 'trial',
          data: { padding: 'x'.repeat(SPEC) },
          opts: { jobId: `trial-${String(start + index)}` },
        })),
      )
    const spent = takers.map(async (taker) => {
      const [milliseconds] = (await once(taker, 'message')) as [number]
      return milliseconds
    })
    for (const taker of takers) taker.send('go')
    let removed = 0
    while (removed < jobs) {
      const ended = await queue.getJobs(['completed'], 0, BATCH - 1, true)
      await Promise.all(ended.map((job) => job.remove()))
      removed += ended.length
    }
    const seconds = (performance.now() - began) / 1000
    const { user, system } = process.cpuUsage(before)
    const workers = (await Promise.all(spent)).reduce((sum, each) => sum + each, 0)
    return {
      rate: jobs / seconds,
      worker: workers / jobs,
      coordinator: (user + system) / 1000 / jobs,
      redis: ((await redisTime(redis)) - redisBefore) / jobs,
    }
  } finally {
    for (const taker of takers) taker.kill('SIGKILL')
    await queue.close()
    connection.disconnect()
  }
}

/** Milliseconds of processor time. */
async function redisTime({ client }: RedisServer): Promise<number> {
  const text = await client.info('cpu')
  const seconds = [...text.matchAll(/^used_cpu_(?:sys|user):([\d.]+)/gm)].reduce(
    (sum, [, each]) => sum + Number(each),
    0,
  )
  return seconds * 1000
}

/** Of the sleeping agent. */
const SLEEP = 2000
/** Trials for each worker, but at least ten times this: the missions of the benchmark. */
const FOR_EACH = 5
/** Workers that start at the same time. */
const AT_ONCE = 4

/** From the first trial that is taken in to the last one, so that starting processes does not count. */
export async function sleepingThroughput(setup: {
  readonly folder: string
  readonly bin: string
  readonly workers: number
}): Promise<{ readonly rate: number; readonly overhead: number }> {
  const { folder, bin, workers: count } = setup
  await using redis = await redisServer()
  const env = { PE_PROOF_SLEEP: String(SLEEP) }
  const workers: Started[] = []
  try {
    // Some at a time: starting takes seconds of processor time, and all of them at once would starve everything else.
    while (workers.length < count) {
      const batch = Array.from({ length: Math.min(AT_ONCE, count - workers.length) }, () =>
        startWorker(redis.url, ['--concurrency', '1'], { bin, env }),
      )
      workers.push(...batch)
      await Promise.all(batch.map((worker) => untilSays(worker, 'takes trials', 300_000)))
    }
    const samples = String(Math.max(1, Math.ceil((count * FOR_EACH) / 10)))
    const matrix = [
      '--benchmark',
      BENCHMARK,
      '--agent',
      path.join(import.meta.dirname, 'sleeper.ts'),
      '--samples',
      samples,
    ]
    const queue = ['--executor', 'queue', '--redis', redis.url, '--no-score', '--reporter', 'json', '--out', folder]
    await using run = startPe(['run', ...matrix, ...queue], { bin })
    if ((await run.exit) !== 0) throw new Error(run.stderr())
    const { folder: place } = JSON.parse(run.stdout()) as { readonly folder: string }
    const lines = (await readMachines(place)).toSorted((one, other) => one.at - other.at)
    // The first trial of each worker opens the benchmark.
    const later = lines.slice(count)
    const [first, last] = [later[0]?.at ?? 0, later.at(-1)?.at ?? 0]
    const mean = later.reduce((sum, { seconds }) => sum + seconds, 0) / later.length
    return { rate: (later.length - 1) / (last - first), overhead: mean * 1000 - SLEEP }
  } finally {
    await Promise.all(workers.map((worker) => worker[Symbol.asyncDispose]()))
  }
}
