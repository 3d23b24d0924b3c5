import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { summarySchema, type Summary } from '../../harness/contracts/schema.ts'
import { readRun, readTrials } from '../../harness/store/read.ts'
import { complaints, temporaryFolder, until } from '../helpers.ts'
import { OWN_FLAGS, pe } from '../own.ts'
import { needs } from '../needs.ts'
import { redisServer } from './redis-server.ts'
import { judgedBy, startPe, startWorker, untilSays } from './workers.ts'
import { LASTING, onlyRun, SLEEPER } from './queue-cases.ts'

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
    const queue = ['--executor', 'queue', '--redis', redis.url]
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

  it('gives the trials of a killed worker to another one, and uploads results with a token', LASTING, async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    // The trials sleep, so that the worker is killed during both of them.
    const env = { PE_UPLOAD_TOKEN: 'token-0123456789abcdef', PE_PROOF_SLEEP: '1000' }
    const queue = ['--executor', 'queue', '--redis', redis.url, '--listen', '0', '--lease', '3']
    const matrix = [...OWN_FLAGS, '--agent', SLEEPER, '--samples', '1', '--reporter', 'terminal']
    await using run = startPe(['run', ...matrix, ...queue, '--out', folder.path], { env })
    await untilSays(run, 'nobody can take')
    const first = startWorker(redis.url, [], { env })
    await until(async () => (await redis.client.keys('pe-queue:*:lock')).length === 2, 'both are taken', 60_000)
    await first[Symbol.asyncDispose]()
    await using second = startWorker(redis.url, [], { env })
    expect([await run.exit, run.stderr()]).toEqual([0, expect.any(String)])
    const whole = await onlyRun(folder.path)
    const record = await readRun(whole)
    expect((await readTrials(whole, record)).length).toBe(record.trials.length)
    expect(Object.values(await judgedBy(whole, { first, second }))).toEqual(['second', 'second'])
    expect(complaints(second.stderr()).filter((line) => line.includes('refuse'))).toEqual([])
  })
})
