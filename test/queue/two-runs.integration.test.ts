import { writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { readRun, readTrials } from '../../harness/store/read.ts'
import { temporaryFolder, until, type TemporaryFolder } from '../helpers.ts'
import { pe } from '../own.ts'
import { workersIn } from '../../harness/run/queue/census.ts'
import { sampled } from '../part.ts'
import { needs } from '../needs.ts'
import { redisServer } from './redis-server.ts'
import { coordinate, planned, startWorker, statusesIn } from './workers.ts'

const it = sampled('queue/two-runs', 3)

const LASTING = { timeout: 240_000 }

/** An agent that answers once it was asked twice, so that two trials are under way at the same time. */
async function pairedAgent(folder: TemporaryFolder): Promise<string> {
  const code = `import { appendFileSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const ASKED = ${JSON.stringify(folder.file('asked'))}

export default () => ({
  name: 'paired',
  generate: async (_brief, { signal }) => {
    appendFileSync(ASKED, 'x')
    while (readFileSync(ASKED, 'utf8').length < 2) await delay(20, undefined, { signal })
    return { files: [{ path: 'main.js', content: '// ' + process.pid }] }
  },
  answer: () => Promise.resolve({}),
})
`
  await writeFile(folder.file('paired.mjs'), code)
  return folder.file('paired.mjs')
}

describe('a worker', await needs('redis'), () => {
  it('keeps trials of the same id apart if two runs have them', LASTING, async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    const matrix = ['--agent', await pairedAgent(folder), '--missions', 'sum']
    const one = await planned(folder, [...matrix, '--seed', '1'])
    const two = await planned(folder, [...matrix, '--seed', '2'])
    const ids = await Promise.all([one, two].map(async (plan) => (await readRun(plan)).trials.map(({ id }) => id)))
    expect(ids[0]).toEqual(ids[1])
    await using first = coordinate(one, redis.url)
    await using second = coordinate(two, redis.url)
    await using _worker = startWorker(redis.url)
    expect([await first.exit, await second.exit]).toEqual([0, 0])
    for (const plan of [one, two]) {
      expect(await readTrials(plan, await readRun(plan))).toHaveLength(1)
      expect((await statusesIn(plan)).length).toBeGreaterThan(0)
    }
  })

  it('gives its trials back if it stood still, and does not count that against the project', LASTING, async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    // The first attempt waits for the second one.
    const plan = await planned(folder, ['--agent', await pairedAgent(folder), '--missions', 'sum'])
    await using run = coordinate(plan, redis.url)
    await using worker = startWorker(redis.url)
    const running = async () => (await workersIn(redis.client)).flatMap(({ trials }) => trials)
    await until(async () => (await running()).some(({ stage }) => stage === 'generate'), 'the agent is asked', 60_000)
    process.kill(worker.pid, 'SIGSTOP')
    await delay(5000)
    process.kill(worker.pid, 'SIGCONT')
    expect([await run.exit, run.stderr()]).toEqual([0, expect.any(String)])
    expect(worker.stderr()).toMatch(/this process stood still for \d+\.\d s: its trials are given back, and run again/)
    expect(await readTrials(plan, await readRun(plan))).toHaveLength(1)
  })

  it('runs a trial again that it has just given back', LASTING, async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    // The first attempt waits for the second one.
    const plan = await planned(folder, ['--agent', await pairedAgent(folder), '--missions', 'sum'])
    await using run = coordinate(plan, redis.url)
    await using worker = startWorker(redis.url)
    const running = async () => (await workersIn(redis.client)).flatMap(({ trials }) => trials)
    await until(async () => (await running()).some(({ stage }) => stage === 'generate'), 'the agent is asked', 60_000)
    const [trial = ''] = (await readRun(plan)).trials.map(({ id }) => id)
    expect(await pe(['requeue', plan, trial, '--redis', redis.url])).toMatchObject({ exitCode: 0 })
    expect([await run.exit, run.stderr()]).toEqual([0, expect.any(String)])
    expect(worker.stderr()).toMatch(/ is given back after [^]* is taken\n[^]* has ended after /)
    expect(await readTrials(plan, await readRun(plan))).toHaveLength(1)
  })
})
