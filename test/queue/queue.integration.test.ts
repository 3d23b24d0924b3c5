import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { summarySchema, type Summary } from '../../harness/contracts/schema.ts'
import { readRun } from '../../harness/store/read.ts'
import { complaints, temporaryFolder, until } from '../helpers.ts'
import { OWN_FLAGS, pe } from '../own.ts'
import { needs } from '../needs.ts'
import { redisServer } from './redis-server.ts'
import { startWorker } from './workers.ts'
import { LASTING, onlyRun } from './queue-cases.ts'

/** Without what is random: times and places. */
function lasting(summary: Summary): unknown {
  const text = JSON.stringify(summary, (name, value: unknown) =>
    ['seconds', 'ledger', 'concurrency', 'folder', 'report', 'runId'].includes(name) ? undefined : value,
  )
  return JSON.parse(text)
}

async function summaryIn(folder: string): Promise<Summary> {
  return summarySchema.parse(JSON.parse(await readFile(path.join(folder, 'summary.json'), 'utf8')))
}

describe('a run on a queue', await needs('redis'), () => {
  it('gives the summary of one process, with two workers, and leaves nothing in Redis', LASTING, async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    await using one = startWorker(redis.url)
    await using two = startWorker(redis.url)
    const matrix = [...OWN_FLAGS, '--agent', 'canonical,null', '--seed', '7', '--reporter', 'terminal']
    const queue = ['--executor', 'queue', '--redis', redis.url, '--lease', '6']
    const ran = await pe(['run', ...matrix, ...queue, '--out', folder.file('queue')])
    expect([ran.exitCode, ran.stderr]).toEqual([0, expect.any(String)])
    const whole = await pe(['run', ...matrix, '--out', folder.file('whole')])
    expect(whole.exitCode).toBe(0)
    const [queued, local] = [await onlyRun(folder.file('queue')), await onlyRun(folder.file('whole'))]
    expect(lasting(await summaryIn(queued))).toEqual(lasting(await summaryIn(local)))
    expect(await readdir(queued)).not.toContain('queue')
    const events = (await readFile(path.join(queued, 'events.jsonl'), 'utf8'))
      .split('\n')
      .filter((line) => line.includes('"type":"trial-end"'))
    expect(events.length).toBe((await readRun(queued)).trials.length)
    for (const worker of [one, two]) worker.kill('SIGTERM')
    expect([await one.exit, await two.exit, complaints(one.stderr()).slice(-2)]).toEqual([
      0,
      0,
      [expect.stringContaining('takes no more trials'), expect.stringMatching(/has drained: \d+ trials? ended here/)],
    ])
    // A key of BullMQ ends by itself, after half a lease.
    await until(async () => (await redis.client.keys('*')).length === 0, 'Redis is empty', 40_000)
  })
})
