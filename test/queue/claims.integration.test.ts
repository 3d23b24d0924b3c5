import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { Queue, Worker, type Job } from 'bullmq'
import type { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import type { TrialSpec } from '../../harness/contracts/schema.ts'
import type { TrialEvent } from '../../harness/contracts/types.ts'
import { sha256 } from '../../harness/lib/files/digest.ts'
import { Redactor } from '../../harness/lib/models/redact.ts'
import { Patience } from '../../harness/lib/redis/patience.ts'
import { readSpec } from '../../harness/run/queue/attempt.ts'
import { workersIn } from '../../harness/run/queue/census.ts'
import { Claim } from '../../harness/run/queue/claim.ts'
import { PREFIX, WORKERS, queueName, workerKey } from '../../harness/run/queue/keys.ts'
import { ResultCollector } from '../../harness/run/queue/result-collector.ts'
import { RunQueues } from '../../harness/run/queue/run-queues.ts'
import type { Commit } from '../../harness/run/queue/shapes.ts'
import { manifestSchema, seal, stagingFolder, verify } from '../../harness/run/queue/staging.ts'
import { digestOfSpec, specOf } from '../../harness/run/trial-spec.ts'
import { readMachines } from '../../harness/store/read.ts'
import { keyOf, recordOf, runOf, temporaryFolder, until, writeTree } from '../helpers.ts'
import { needs } from '../needs.ts'
import { redisServer } from './redis-server.ts'

const SECRET = 'sk-secret-0123456789abcdef'
/** Seconds; more than any of these tests takes. */
const LEASE = 60
const DIGEST = 'a'.repeat(64)

/** A run of some trials in the queue of a Redis, and a worker without a program. */
async function queued(redis: Redis, folder: string, trials = 1) {
  const record = runOf(Array.from({ length: trials }, (_, index) => keyOf({ sample: index + 1 })))
  const queues = new RunQueues(record, [], redis)
  const specs = record.trials.map((key) => specOf(record, key, folder, true))
  for (const add of queues.additions(specs)) await add()
  const name = queueName(record.runId, queues.routes[0]?.name ?? '')
  const source = new Worker(name, null, {
    connection: redis,
    prefix: PREFIX,
    autorun: false,
    lockDuration: LEASE * 1000,
    stalledInterval: 100,
    maxStalledCount: 1000,
  })
  source.on('error', () => undefined)
  const said: string[] = []
  const say = (line: string) => said.push(line)
  const patience = new Patience(say)
  const redactor = new Redactor([SECRET])
  const take = async () => {
    const token = randomUUID()
    const job = (await source.getNextJob(token, { block: false })) as Job<TrialSpec> | undefined
    return job && new Claim(job, token, { redis, patience, lease: LEASE, clean: (text) => redactor.text(text), say })
  }
  const events: TrialEvent[] = []
  const remaining = new Map(specs.map((spec) => [spec.key.id, spec]))
  const collector = new ResultCollector({
    folder,
    queues,
    remaining,
    emit: (event) => events.push(event),
    say,
    wake: () => Promise.resolve(),
  })
  return {
    ...{ record, queues, source, said, take, collector, remaining, events, name },
    async [Symbol.asyncDispose]() {
      await source.close(true)
      await queues.close()
    },
  }
}

const commitOf = (claim: Claim, digest = DIGEST): Commit => ({
  ...{ kind: 'ended', token: claim.token, digest, worker: 'w', host: 'h', seconds: 1 },
  spec: digestOfSpec(claim.job.data),
})

/** Everything that a Redis holds, as text. */
async function everythingIn(redis: Redis): Promise<string> {
  const dumped = await Promise.all(
    (await redis.keys('*')).map(async (key): Promise<[string, unknown]> => [key, await textOf(redis, key)]),
  )
  return JSON.stringify(dumped)
}

async function textOf(redis: Redis, key: string): Promise<unknown> {
  const type = await redis.type(key)
  if (type === 'string') return redis.get(key)
  if (type === 'hash') return redis.hgetall(key)
  if (type === 'list') return redis.lrange(key, 0, -1)
  if (type === 'stream') return redis.xrange(key, '-', '+')
  return type === 'zset' ? redis.zrange(key, '0', '-1') : redis.smembers(key)
}

/** A result as a worker leaves it, with one event. @param changes Files with other contents; undefined: without this file */
async function stage(
  folder: string,
  claim: Claim,
  changes: Readonly<Record<string, string | undefined>> = {},
): Promise<string> {
  const staged = stagingFolder(folder, claim.id, claim.token)
  const trial = claim.job.data.key
  const record = recordOf(trial, ['passed', 'passed'])
  const files: Readonly<Record<string, string | undefined>> = {
    'trial/trial.json': JSON.stringify(record),
    'trial/project/main.js': 'code',
    'events.jsonl': `${JSON.stringify({ type: 'trial-end', trial, record })}\n`,
    ...changes,
  }
  const written = Object.entries(files).flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]))
  await writeTree(staged, Object.fromEntries(written))
  return (await seal(staged)).digest
}

describe('a trial that a worker has taken', await needs('redis'), () => {
  it('is not committed by a worker that was presumed dead', async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    await using queue = await queued(redis.client, folder.path)
    const first = await queue.take()
    await redis.client.del(`${PREFIX}:${queue.name}:${first?.id ?? ''}:lock`)
    await queue.source.startStalledCheckTimer()
    let second: Claim | undefined
    await until(async () => (second = await queue.take()) !== undefined, 'another worker has the trial')
    expect([await first?.hold(), await second?.hold()]).toEqual([false, true])
    expect([first && (await first.commit('run', commitOf(first))), queue.said]).toEqual([
      false,
      [expect.stringContaining('and its result is dropped: another worker has it')],
    ])
    expect(second && (await second.commit('run', commitOf(second)))).toBe(true)
    // The second answer to a commit whose first one was lost.
    expect(second && (await second.commit('run', commitOf(second)))).toBe(true)
    expect((await queue.queues.jobs('completed').next()).value).toMatchObject([
      { returnvalue: { token: second?.token } },
    ])
  })

  it('is kept when its lock ran out during an outage and nobody else has it', async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    await using queue = await queued(redis.client, folder.path)
    const claim = await queue.take()
    await redis.client.del(`${PREFIX}:${queue.name}:${claim?.id ?? ''}:lock`)
    expect(await claim?.hold()).toBe(true)
    await redis.client.del(`${PREFIX}:${queue.name}:${claim?.id ?? ''}:lock`)
    expect(claim && (await claim.commit('run', commitOf(claim)))).toBe(true)
    expect(await claim?.hold()).toBe(false)
  })

  it('gets no key into Redis, neither with an error nor with a result', async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    await using queue = await queued(redis.client, folder.path, 2)
    const [one, two] = [await queue.take(), await queue.take()]
    await one?.fail(`the server refused the key ${SECRET}`)
    if (two) await two.commit('run', { ...commitOf(two), kind: 'pending', reason: `refused: ${SECRET}` })
    const everything = await everythingIn(redis.client)
    expect(everything).toContain('refused the key [redacted]')
    expect(everything).toContain('refused: [redacted]')
    expect(everything).not.toContain(SECRET)
  })

  it('is held and committed while Redis is full, which has room for an end', async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer(['--maxmemory-policy', 'noeviction'])
    await using queue = await queued(redis.client, folder.path)
    const claim = await queue.take()
    const digest = claim && (await stage(folder.path, claim))
    await redis.client.config('SET', 'maxmemory', '1')
    expect(await claim?.hold()).toBe(true)
    expect(await claim?.commit('run', commitOf(claim, digest))).toBe(true)
    await queue.collector.sweep()
    expect([queue.said, queue.remaining.size, await queue.queues.count()]).toEqual([[], 0, 0])
  })

  it('whose lock a full Redis has lost is committed once there is room again, which is said once', async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer(['--maxmemory-policy', 'noeviction'])
    await using queue = await queued(redis.client, folder.path)
    const claim = await queue.take()
    const digest = claim && (await stage(folder.path, claim))
    await redis.client.config('SET', 'maxmemory', '1')
    await redis.client.del(`${PREFIX}:${queue.name}:${claim?.id ?? ''}:lock`)
    const committed = claim?.commit('run', commitOf(claim, digest))
    await until(() => queue.said.length > 0, 'something is said')
    await redis.client.config('SET', 'maxmemory', '0')
    expect(await committed).toBe(true)
    expect(queue.said).toEqual([expect.stringContaining('waiting for Redis: OOM'), 'Redis works again'])
    await queue.collector.sweep()
    expect([queue.remaining.size, (await readMachines(folder.path)).length]).toEqual([0, 1])
  })
})

describe('the coordinator', await needs('redis'), () => {
  it('refuses a result that was changed, runs its trial again, and gives it up after some times', async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    await using queue = await queued(redis.client, folder.path)
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      const claim = await queue.take()
      if (!claim) throw new Error('the trial was not queued again')
      const digest = await stage(folder.path, claim)
      await appendFile(`${stagingFolder(folder.path, claim.id, claim.token)}/trial/project/main.js`, ' // better')
      await claim.commit('run', commitOf(claim, digest))
      await queue.collector.sweep()
    }
    const why = 'trial/project/main.js is not what the worker committed'
    expect(queue.said).toEqual(
      [1, 2, 3].map((): unknown => expect.stringMatching(`is refused, and the trial is run again: ${why}`)),
    )
    expect(queue.collector.failure?.message).toContain(`its result was refused 4 times: ${why}`)
    expect(queue.events).toMatchObject([{ type: 'trial-pending' }])
    expect(await queue.queues.count()).toBe(0)
  })

  const other = keyOf({ sample: 2 })
  const [end, otherEnd] = [keyOf(), other].map((trial) =>
    JSON.stringify({ type: 'trial-end', trial, record: recordOf(trial, ['passed']) }),
  )
  it.each<[string, Readonly<Record<string, string | undefined>>, Partial<Commit>]>([
    ['events.jsonl has a line that is not JSON', { 'events.jsonl': '{"type":"trial-e' }, {}],
    ['events.jsonl has a line that is not an event of a trial', { 'events.jsonl': 'null\n' }, {}],
    ['events.jsonl has a line that is not an event of a trial', { 'events.jsonl': '{"type":"run-end"}\n' }, {}],
    ['events.jsonl has an event of another trial', { 'events.jsonl': `${otherEnd ?? ''}\n` }, {}],
    ['events.jsonl does not end with the end of the trial', { 'events.jsonl': '' }, {}],
    ['events.jsonl does not end with the end of the trial', { 'events.jsonl': `${end ?? ''}\n${end ?? ''}\n` }, {}],
    ['events.jsonl cannot be read: ENOENT', { 'events.jsonl': undefined }, {}],
    ['it has no record (trial.json)', { 'trial/trial.json': undefined }, {}],
    ['trial.json is damaged', { 'trial/trial.json': '{"hello":1}' }, {}],
    ['its record is that of another trial', { 'trial/trial.json': JSON.stringify(recordOf(other, ['passed'])) }, {}],
    ['it is pending, and has a record', {}, { kind: 'pending' }],
    ['it is the result of another spec', {}, { spec: DIGEST }],
  ])('runs a trial again whose result is not valid: %s', async (why, files, changes) => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    await using queue = await queued(redis.client, folder.path)
    const claim = await queue.take()
    const digest = claim && (await stage(folder.path, claim, files))
    if (claim) await claim.commit('run', { ...commitOf(claim, digest), ...changes })
    expect(await queue.collector.sweep()).toBe(1)
    expect(queue.said).toEqual([expect.stringContaining('the trial is run again: ')])
    expect(queue.said[0]).toContain(why)
    expect([queue.events, await readMachines(folder.path)]).toEqual([[], []])
    expect((await queue.take())?.id).toBe(claim?.id)
  })

  it('queues a trial again whose job was changed or lost in Redis, and gives it up after some times', async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    await using queue = await queued(redis.client, folder.path)
    const job = `${PREFIX}:${queue.name}:${[...queue.remaining.keys()][0] ?? ''}`
    const spec = await redis.client.hget(job, 'data')
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      expect(await redis.client.hget(job, 'data')).toBe(spec)
      if (attempt === 1) await redis.client.del(job)
      else await redis.client.hset(job, 'data', '{}')
      for (let claim = await queue.take(); claim; claim = await queue.take())
        await claim.fail('this is no spec of a trial')
      await queue.collector.sweep()
    }
    expect(queue.said).toEqual(
      [1, 2, 3].map((): unknown => expect.stringContaining('its spec in Redis was changed, or is lost')),
    )
    expect(queue.collector.failure?.message).toContain('its spec in Redis was changed, or is lost')
  })

  it('removes a job that is no trial of the run, and no folder for it', async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    await using queue = await queued(redis.client, folder.file('runs', 'run'))
    const victim = `victim.${'0'.repeat(36)}`
    await writeTree(folder.path, { [`${victim}/precious`]: 'x' })
    const forged = new Queue(queue.name, { connection: redis.client, prefix: PREFIX })
    await forged.add('trial', {}, { jobId: '../../../victim', lifo: true })
    await forged.close()
    const claim = await queue.take()
    expect(claim?.id).toBe('../../../victim')
    expect(() => stagingFolder(folder.path, claim?.id ?? '', '0'.repeat(36))).toThrow('is no id of a trial')
    if (claim) await claim.commit('run', { ...commitOf(claim), token: '0'.repeat(36) })
    await queue.collector.sweep()
    expect(existsSync(folder.file(victim, 'precious'))).toBe(true)
    expect([await queue.queues.count(), queue.remaining.size]).toEqual([1, 1])
  })

  it('names a trial whose spec is of another schema', async () => {
    expect(() => readSpec({ schemaVersion: 1 })).toThrow(/^this is no spec of a trial: /)
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    await using queue = await queued(redis.client, folder.path)
    for (let claim = await queue.take(); claim; claim = await queue.take())
      await claim.fail('this is no spec of a trial: runId')
    await queue.collector.sweep()
    expect(queue.collector.failure?.message).toMatch(
      /^trial .*: it failed on every worker that took it: this is no spec/,
    )
  })

  it('takes in the other results while the job of one is locked again, and removes that job later', async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    await using queue = await queued(redis.client, folder.path, 2)
    const claims = [await queue.take(), await queue.take()]
    for (const claim of claims) if (claim) await claim.commit('run', commitOf(claim, await stage(folder.path, claim)))
    const lock = `${PREFIX}:${queue.name}:${claims[0]?.id ?? ''}:lock`
    await redis.client.set(lock, 'another worker')
    expect(await queue.collector.sweep()).toBe(1)
    expect([queue.remaining.size, await queue.queues.count()]).toEqual([0, 1])
    await redis.client.del(lock)
    expect(await queue.collector.sweep()).toBe(1)
    expect([await queue.queues.count(), (await readMachines(folder.path)).length]).toEqual([0, 2])
  })

  it('says in words of its own that a trial cannot be given back, because Redis has lost it', async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    await using queue = await queued(redis.client, folder.path)
    const claim = await queue.take()
    await redis.client.flushall()
    expect([await claim?.hold(), await claim?.giveBack()]).toEqual([false, false])
    expect(queue.said).toEqual([
      `${claim?.id ?? ''} is no longer this worker's: its run has ended, or Redis has lost its data`,
    ])
  })

  it('leaves out messages that no worker of this version has written', async () => {
    await using redis = await redisServer()
    for (const [id, text] of Object.entries({ old: '{"id":"old"}', broken: '{' })) {
      await redis.client.sadd(WORKERS, id)
      await redis.client.set(workerKey(id), text)
    }
    const strange: string[] = []
    expect(await workersIn(redis.client, (line) => strange.push(line))).toEqual([])
    expect(strange.toSorted()).toEqual(
      ['broken', 'old'].map((id) => `worker "${id}" is left out: its state has another shape`),
    )
  })

  it('takes as many files as a trial may leave, and leaves links out', async () => {
    await using folder = await temporaryFolder()
    const file = (index: number) => ({ path: `trial/${String(index)}`, bytes: 0, sha256: DIGEST })
    const isTaken = (count: number) =>
      manifestSchema.safeParse({ files: Array.from({ length: count }, (_, index) => file(index)) }).success
    // 30 rounds of 5000 files.
    expect([isTaken(150_000), isTaken(200_001)]).toEqual([true, false])
    await writeTree(folder.file('linked'), { 'trial/trial.json': '{}' })
    await symlink('/etc/passwd', folder.file('linked', 'trial', 'link'))
    const { digest, manifest } = await seal(folder.file('linked'))
    await verify(folder.file('linked'), digest)
    expect(manifest.files.map((each) => each.path)).toEqual(['trial/trial.json'])
  })

  it('takes exactly the files of the manifest', async () => {
    await using folder = await temporaryFolder()
    const staged = async (name: string, change: (place: string) => Promise<unknown>) => {
      const place = folder.file(name)
      await writeTree(place, { 'trial/trial.json': '{}', 'events.jsonl': '' })
      const { digest } = await seal(place)
      await change(place)
      return verify(place, digest)
    }
    await staged('same', () => Promise.resolve())
    await expect(staged('more', (place) => writeFile(`${place}/trial/more`, ''))).rejects.toThrow('trial/more is not')
    await expect(staged('linked', (place) => symlink('/etc/passwd', `${place}/trial/link`))).rejects.toThrow(
      'link is not',
    )
    await expect(staged('manifest', (place) => writeFile(`${place}/manifest.json`, '{}'))).rejects.toThrow(
      'manifest.json is not',
    )
    await mkdir(folder.file('shape'))
    await writeFile(folder.file('shape', 'manifest.json'), '{"files":[{"path":"../../etc/passwd","bytes":1}]}')
    await expect(
      verify(folder.file('shape'), sha256(await readFile(folder.file('shape', 'manifest.json')))),
    ).rejects.toThrow('manifest.json has another shape')
  })
})
