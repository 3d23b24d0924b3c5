import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { workersIn } from '../../harness/run/queue/census.ts'
import { readMachines, readRun } from '../../harness/store/read.ts'
import { complaints, temporaryFolder, until } from '../helpers.ts'
import { pe } from '../own.ts'
import { needs } from '../needs.ts'
import { redisServer } from './redis-server.ts'
import { coordinate, judgedBy, planned, startWorker, untilSays } from './workers.ts'
import { LASTING, stuckAgent, untilHangs } from './steering-cases.ts'

describe('pe status and pe requeue', await needs('redis'), () => {
  it('show a run while its workers have it, and take a trial from one of them', LASTING, async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    const plan = await planned(folder, ['--agent', await stuckAgent(folder)])
    const { runId, trials } = await readRun(plan)
    const [stuck = '', other = ''] = ['sum', 'sort_lines'].map((id) => trials.find(({ mission }) => mission === id)?.id)
    const status = async (...flags: readonly string[]) => {
      const { exitCode, stdout, stderr } = await pe(['status', plan, '--redis', redis.url, ...flags])
      expect([exitCode, stderr]).toEqual([0, ''])
      return stdout
    }
    const requeue = (trial: string) =>
      pe(['requeue', path.basename(plan), trial, '--out', path.dirname(plan), '--redis', redis.url])

    await using run = coordinate(plan, redis.url)
    await using first = startWorker(redis.url)
    const hasOnlyStuck = async () => {
      const running = (await workersIn(redis.client)).flatMap((worker) => worker.trials.map(({ trial }) => trial))
      return (await readMachines(plan)).length === 1 && running.join() === stuck
    }
    await until(hasOnlyStuck, 'one trial has ended, and the other one hangs')
    expect(JSON.parse(await status('--json'))).toMatchObject({
      ...{ runId, all: 2, ended: 1, ledger: [{ trials: 1 }] },
      progress: {
        ...{ queued: true, all: 2, ended: 1, running: 1, waiting: 0, cost: 0, tokens: 0 },
        workers: [{ pid: first.pid, concurrency: 2, draining: false, trials: [{ run: runId, trial: stuck }] }],
      },
    })

    // A worker that has been told to stop takes no other trial, so that the next one gets this one.
    first.kill('SIGTERM')
    await until(async () => (await workersIn(redis.client)).some(({ draining }) => draining), 'the worker drains')
    const text = await status()
    expect(text).toContain(`${runId}: 1 of 2 trials have ended`)
    expect(text).toContain('1 running, 0 waiting; nothing spent or reserved')
    expect(text).toMatch(new RegExp(`-${String(first.pid)}-.* draining .*${stuck} \\(\\w+, \\d+ s\\)`))

    await using second = startWorker(redis.url)
    const notRunning = await requeue(other)
    expect([notRunning.exitCode, complaints(notRunning.stderr)]).toEqual([
      2,
      [expect.stringContaining(`no worker runs ${other} just now`)],
    ])
    const taken = await requeue(stuck)
    expect([taken.exitCode, taken.stdout, taken.stderr]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^${stuck}: taken from \\S+-${String(first.pid)}-\\w+$`)),
      '',
    ])
    expect([await first.exit, await run.exit, run.stderr()]).toEqual([0, 0, expect.any(String)])
    expect(await judgedBy(plan, { first, second })).toEqual({ 'sort_lines 1': 'first', 'sum 1': 'second' })

    const ended = await status()
    expect(ended).toContain(`${runId}: 2 of 2 trials have ended`)
    expect(ended).toContain('the run is not in the queue of this Redis: it has ended there')
    const late = await requeue(stuck)
    expect([late.exitCode, complaints(late.stderr)]).toEqual([2, [expect.stringContaining('is not in the queue of')]])
  })

  it('give a trial to another worker although the first one has room for it, and say so', LASTING, async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    const plan = await planned(folder, ['--agent', await stuckAgent(folder), '--missions', 'sum'])
    const stuck = (await readRun(plan)).trials[0]?.id ?? ''
    await using run = coordinate(plan, redis.url)
    await untilSays(run, 'nobody can take')
    await using first = startWorker(redis.url)
    await untilSays(first, `pe: ${stuck} is taken\n`)
    await untilSays(run, `can take ${stuck}`)
    await untilHangs(folder)
    await using second = startWorker(redis.url)
    await until(async () => (await workersIn(redis.client)).length === 2, 'both workers are there')
    const taken = await pe(['requeue', plan, stuck, '--redis', redis.url])
    expect([taken.exitCode, await run.exit]).toEqual([0, 0])
    expect(await judgedBy(plan, { first, second })).toEqual({ 'sum 1': 'second' })
    expect(run.stderr()).toMatch(new RegExp(`pe requeue takes ${stuck} from \\S+-${String(first.pid)}-`))
    first.kill('SIGTERM')
    expect(await first.exit).toBe(0)
    expect(
      complaints(first.stderr())
        .slice(1)
        .map((line) => line.replace(stuck, 'TRIAL')),
    ).toEqual([
      'pe: TRIAL is taken',
      'pe: TRIAL is taken away by pe requeue: another worker gets it, if there is one',
      expect.stringMatching(/^pe: TRIAL is given back after \d+\.\d s$/),
      'pe: takes no more trials, and ends when its own have ended',
      'pe: has drained: 0 trials ended here',
    ])
    expect(second.stderr()).toMatch(new RegExp(`pe: ${stuck} has ended after \\d+\\.\\d s: \\S`))
  })

  it('take a trial from the only worker, which gets it again', LASTING, async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    const plan = await planned(folder, ['--agent', await stuckAgent(folder), '--missions', 'sum'])
    const stuck = (await readRun(plan)).trials[0]?.id ?? ''
    await using run = coordinate(plan, redis.url)
    await using only = startWorker(redis.url)
    await untilSays(only, `${stuck} is taken`)
    await untilHangs(folder)
    await until(async () => (await workersIn(redis.client)).some(({ trials }) => trials.length > 0), 'it is listed')
    expect((await pe(['requeue', plan, stuck, '--redis', redis.url])).exitCode).toBe(0)
    expect([await run.exit, await judgedBy(plan, { only })]).toEqual([0, { 'sum 1': 'only' }])
  })

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
