import { mkdir, readdir, symlink } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { RUNS, runKey } from '../../harness/run/queue/keys.ts'
import type { Commit } from '../../harness/run/queue/shapes.ts'
import { seal, stagingFolder } from '../../harness/run/queue/staging.ts'
import { digestOfSpec } from '../../harness/run/trial-spec.ts'
import { MACHINES, readMachines } from '../../harness/store/read.ts'
import { keyOf, recordOf, temporaryFolder, until, writeTree } from '../helpers.ts'
import { needs } from '../needs.ts'
import { redisServer } from './redis-server.ts'
import { coordinated, queuedIn, takenTrial } from './coordinator-cases.ts'

describe('a coordinator', await needs('redis'), () => {
  it('neither writes nor removes anything through a link in its place', async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    await writeTree(folder.path, { 'precious/a.txt': 'a', 'run/run.json': '{}' })
    await symlink(folder.file('precious'), folder.file('run', 'queue'))
    {
      await using run = coordinated(redis.client, folder.file('run'))
      await expect(run.ended).rejects.toThrow(/run\/queue is no folder, but a link or a file: remove it/)
    }
    expect(await readdir(folder.file('precious'))).toEqual(['a.txt'])
  })

  it('does not continue a run whose spent budget cannot be read', async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    await writeTree(folder.path, { 'queue/budget.json': '{"parts":{"a":[-1,0,0,0]}}' })
    await using run = coordinated(redis.client, folder.path)
    await expect(run.ended).rejects.toThrow(/queue\/budget.json does not say what the run has spent: restore it/)
  })

  it.each([
    ['is stopped', 'stopped'],
    ['cannot write into the folder of the run', 'failed'],
  ] as const)('loses no result that a worker has committed when it %s', async (_, how) => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    await using run = coordinated(redis.client, folder.path)
    const { runId, trials } = run.record
    await until(async () => (await queuedIn(redis.client, run.record)).length === 1, 'the trial is queued')
    const { worker, job, token } = await takenTrial(redis.client, runId)
    const staged = stagingFolder(folder.path, trials[0]?.id ?? '', token)
    const trial = trials[0] ?? keyOf()
    const record = recordOf(trial, ['passed'])
    await writeTree(staged, {
      'trial/trial.json': JSON.stringify(record),
      'events.jsonl': `${JSON.stringify({ type: 'trial-end', trial, record })}\n`,
    })
    const { digest } = await seal(staged)
    const commit: Commit = {
      ...{ kind: 'ended', token, digest, spec: digestOfSpec(job.data), worker: 'w', host: 'h', seconds: 1 },
    }
    // The list of machines is a folder: no line can be added.
    if (how === 'failed') await mkdir(folder.file(MACHINES))
    else run.stop.abort()
    await job.moveToCompleted(commit, token, false)
    await worker.close(true)
    if (how === 'failed') await expect(run.ended).rejects.toThrow('EISDIR')
    else await run.ended
    expect(await redis.client.smembers(RUNS)).toEqual([])
    if (how === 'failed') expect(await queuedIn(redis.client, run.record)).toHaveLength(1)
    else expect(await readMachines(folder.path)).toHaveLength(1)
    expect((await readdir(folder.path)).includes('queue')).toBe(how === 'failed')
  })

  it('leaves the run to another process that has taken over', async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    await using run = coordinated(redis.client, folder.path)
    await until(async () => (await queuedIn(redis.client, run.record)).length === 1, 'the trial is queued')
    await redis.client.set(runKey(run.record.runId, 'coordinator'), 'elsewhere 1 other')
    await expect(run.ended).rejects.toThrow('another process coordinates this run now')
    expect(await redis.client.smembers(RUNS)).toEqual([run.record.runId])
    expect(await queuedIn(redis.client, run.record)).toHaveLength(1)
    expect(await readdir(folder.path)).toContain('queue')
  })
})
