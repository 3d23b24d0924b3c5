/** A process that takes and commits jobs without a trial, until none is left. Its parent says when it begins. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'bullmq'
import { Redis } from 'ioredis'

/** Jobs at a time, as of a worker with this concurrency. */
const AT_A_TIME = 8

const connection = new Redis(process.argv[2] ?? '', { maxRetriesPerRequest: null })
const worker = new Worker('empty', null, { connection, autorun: false })
await worker.waitUntilReady()
process.send?.('ready')
await once(process, 'message')
await Promise.all(Array.from({ length: AT_A_TIME }, takeAll))
await worker.close(true)
connection.disconnect()
const { user, system } = process.cpuUsage()
process.send?.((user + system) / 1000)
process.disconnect()

async function takeAll() {
  for (;;) {
    const token = randomUUID()
    const job = await worker.getNextJob(token, { block: false })
    if (!job) return
    await job.moveToCompleted({ token }, token, false)
  }
}
