/** Trials a second: of the queue alone, and of workers whose agent sleeps. */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { Worker as Thread, isMainThread, parentPort, workerData } from 'node:worker_threads'
import { once } from 'node:events'
import { Queue, Worker, type Job } from 'bullmq'
import { Redis } from 'ioredis'
import { readMachines } from '../../../harness/store/read.ts'
import { redisServer } from '../../../test/queue/redis-server.ts'
import { startPe, startWorker } from '../../../test/queue/workers.ts'
import { until } from '../../../test/helpers.ts'
import { BENCHMARK } from './chaos.ts'

/** Jobs that a process takes at a time, as a worker with this concurrency does. */
const AT_A_TIME = 8
/** Characters of a job: those of a spec. */
const SPEC = 1500

/** Queues, takes, commits and removes jobs without a trial, as coordinator and workers do. @param processes That take them */
export async function emptyThroughput(
  jobs: number,
  processes: number,
): Promise<{ readonly rate: number; readonly milliseconds: number }> {
  await using redis = await redisServer()
  const queue = new Queue('empty', { connection: redis.client.duplicate() })
  const script = `import(${JSON.stringify(import.meta.filename)})`
  const threads = Array.from(
    { length: processes },
    () => new Thread(script, { eval: true, workerData: { redis: redis.url }, execArgv: ['--import', 'tsx'] }),
  )
  try {
    await Promise.all(threads.map((thread) => once(thread, 'message')))
    const began = performance.now()
    for (let start = 0; start < jobs; start += 200)
      await queue.addBulk(
        Array.from({ length: Math.min(200, jobs - start) }, (_, index) => ({
          name: 'trial',
          data: { padding: 'x'.repeat(SPEC) },
          opts: { jobId: `trial-${String(start + index)}` },
        })),
      )
    for (const thread of threads) thread.postMessage('go')
    let removed = 0
    while (removed < jobs) {
      const ended = await queue.getJobs(['completed'], 0, 199, true)
      await Promise.all(ended.map((job) => job.remove()))
      removed += ended.length
    }
    const seconds = (performance.now() - began) / 1000
    return { rate: jobs / seconds, milliseconds: (1000 * seconds * processes) / jobs }
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()))
    await queue.close()
  }
}

/** In a thread: takes and commits jobs until none is left. */
async function takeJobs(url: string): Promise<void> {
  const connection = new Redis(url, { maxRetriesPerRequest: null })
  const worker = new Worker('empty', null, { connection, autorun: false })
  await worker.waitUntilReady()
  parentPort?.postMessage('ready')
  if (parentPort) await once(parentPort, 'message')
  const takeAll = async () => {
    for (;;) {
      const token = randomUUID()
      const job = (await worker.getNextJob(token, { block: false })) as Job | undefined
      if (!job) return
      await job.moveToCompleted({ token }, token, false)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, takeAll))
}

if (!isMainThread && typeof (workerData as { readonly redis?: unknown } | undefined)?.redis === 'string')
  await takeJobs((workerData as { readonly redis: string }).redis)

/** Of the sleeping agent. */
const SLEEP = 2000
/** Trials for each worker, but at least ten times this: the missions of the benchmark. */
const FOR_EACH = 5

/** From the first trial that is taken in to the last one, so that starting processes does not count. */
export async function sleepingThroughput(setup: {
  readonly folder: string
  readonly bin: string
  readonly workers: number
}): Promise<{ readonly rate: number; readonly overhead: number }> {
  const { folder, bin, workers: count } = setup
  await using redis = await redisServer()
  const env = { PE_PROOF_SLEEP: String(SLEEP) }
  const workers = Array.from({ length: count }, () => startWorker(redis.url, ['--concurrency', '1'], { bin, env }))
  try {
    await until(
      () => workers.every((worker) => worker.stderr().includes('takes trials')),
      'all workers started',
      600_000,
    )
    const samples = String(Math.max(1, Math.ceil((count * FOR_EACH) / 10)))
    const matrix = ['--benchmark', BENCHMARK, '--agent', path.join(import.meta.dirname, 'sleeper.ts'), '--samples', samples]
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
