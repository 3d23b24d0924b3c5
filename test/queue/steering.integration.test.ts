import { describe, expect, it } from 'vitest'
import { workersIn } from '../../harness/run/queue/census.ts'
import { readMachines, readRun } from '../../harness/store/read.ts'
import { temporaryFolder, until } from '../helpers.ts'
import { pe } from '../own.ts'
import { needs } from '../needs.ts'
import { redisServer } from './redis-server.ts'
import { coordinate, judgedBy, planned, startWorker, untilSays } from './workers.ts'
import { LASTING, stuckAgent, untilHangs } from './steering-cases.ts'

describe('pe status and pe requeue', await needs('redis'), () => {
  it('say that a worker has died, and with which trials', LASTING, async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    const plan = await planned(folder, ['--agent', await stuckAgent(folder), '--missions', 'sum'])
    const stuck = (await readRun(plan)).trials[0]?.id ?? ''
    await using run = coordinate(plan, redis.url, ['--lease', '4'])
    await using dies = startWorker(redis.url)
    const hasTrial = async () => (await workersIn(redis.client)).some(({ trials }) => trials.length > 0)
    await untilHangs(folder)
    await until(hasTrial, 'the trial is listed')
    dies.kill('SIGKILL')
    await untilSays(run, `counts as dead: no sign of life for 4 s; other workers get its trials: ${stuck}`)
    const shown = await pe(['status', plan, '--redis', redis.url])
    expect(shown.stdout).toMatch(new RegExp(`-${String(dies.pid)}-\\w+ .* dead `))
    expect(shown.stdout).toContain('0 running, 1 waiting')
    await using second = startWorker(redis.url)
    expect([await run.exit, await judgedBy(plan, { second })]).toEqual([0, { 'sum 1': 'second' }])
    expect(second.stderr()).toContain(`${stuck} is taken, after 1 worker died with it`)
    expect((await readMachines(plan)).map(({ lost }) => lost)).toEqual([1])
  })
})
