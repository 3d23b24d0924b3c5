/** Trials a second: of the queue alone, and of workers whose agent sleeps. */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { Queue, Worker, type Job } from 'bullmq'
import { readMachines } from '../../../harness/run/queue/progress.ts'
import { redisServer } from '../../../test/queue/redis-server.ts'
import { startPe, startWorker } from '../../../test/queue/workers.ts'
import { until } from '../../../test/helpers.ts'

/** Queues, takes and commits jobs without a trial, one after the other in one process, as a worker does. */
export async function emptyThroughput(jobs: number): Promise<number> {
  await using redis = await redisServer()
  const connection = redis.client.duplicate()
  const queue = new Queue('empty', { connection })
  const worker = new Worker('empty', null, { connection, autorun: false })
  try {
    const began = performance.now()
    for (let start = 0; start < jobs; start += 200)
      await queue.addBulk(
        Array.from({ length: Math.min(200, jobs - start) }, (_, index) => ({
          name: 'trial',
          data: { padding: 'x'.repeat(1500) },
          opts: { jobId: `trial-${String(start + index)}` },
        })),
      )
    for (let done = 0; done < jobs; done += 1) {
      const token = randomUUID()
      const job = (await worker.getNextJob(token, { block: false })) as Job | undefined
      await job?.moveToCompleted({ token }, token, false)
    }
    return (jobs * 1000) / (performance.now() - began)
  } finally {
    await worker.close(true)
    await queue.close()
    connection.disconnect()
  }
}

const SAMPLES = 20

/** From the first trial that is taken in to the last one, so that starting processes does not count. */
export async function sleepingThroughput(setup: {
  readonly folder: string
  readonly bin: string
  readonly workers: number
}): Promise<number> {
  const { folder, bin, workers: count } = setup
  await using redis = await redisServer()
  const workers = Array.from({ length: count }, () => startWorker(redis.url, ['--concurrency', '1'], { bin }))
  try {
    await until(
      () => workers.every((worker) => worker.stderr().includes('takes trials')),
      'all workers started',
      600_000,
    )
    const own = (name: string) => path.join(import.meta.dirname, name)
    const matrix = ['--benchmark', own('benchmark.ts'), '--agent', own('sleeper.ts'), '--samples', String(SAMPLES)]
    const queue = ['--executor', 'queue', '--redis', redis.url, '--reporter', 'json', '--out', folder]
    await using run = startPe(['run', ...matrix, ...queue], { bin })
    if ((await run.exit) !== 0) throw new Error(run.stderr())
    const { folder: place } = JSON.parse(run.stdout()) as { readonly folder: string }
    const times = (await readMachines(place)).map(({ at }) => at)
    return (times.length - 1) / (Math.max(...times) - Math.min(...times))
  } finally {
    for (const worker of workers) await worker[Symbol.asyncDispose]()
  }
}
