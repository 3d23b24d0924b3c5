import { describe, expect, it } from 'vitest'
import { temporaryFolder, until, complaints } from '../helpers.ts'
import { needs } from '../needs.ts'
import { freePort, redisServer } from './redis-server.ts'
import { coordinate, planned, untilSays, type Started, startWorker } from './workers.ts'
import { LASTING, pageAt, untilServes, samplesIn } from './metrics-cases.ts'
import { readMachines } from '../../harness/store/read.ts'
async function expectClosed(port: number): Promise<void> {
  await expect(pageAt(port)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
}

async function expectTaken(second: Started, port: number): Promise<void> {
  expect([await second.exit, complaints(second.stderr())]).toEqual([
    2,
    [expect.stringMatching(`--metrics 127\\.0\\.0\\.1:${String(port)}: .*EADDRINUSE`)],
  ])
}

describe('metrics for Prometheus', await needs('redis'), () => {
  it('say that Redis cannot be read, and go on when it can', LASTING, async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    const plan = await planned(folder, ['--agent', 'null'])
    const port = await freePort()
    await using run = coordinate(plan, redis.url, ['--metrics', String(port)])
    await untilSays(run, 'nobody can take')
    await redis.client.call('ACL', 'SETUSER', 'default', '-smembers')
    await until(async () => (await pageAt(port)).status === 503, 'the page says so')
    expect((await pageAt(port)).text).toContain('NOPERM')
    await redis.client.call('ACL', 'SETUSER', 'default', '+smembers')
    await untilServes(port, { pe_trials_all: 2, 'pe_trials{state="waiting"}': 2, pe_workers: 0 })
  })

  it('have the numbers of a run and of a worker, at ports that are closed at the end', LASTING, async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    const plan = await planned(folder, ['--agent', 'canonical', '--samples', '2'])
    const [ofRun, ofWorker, ofLarge] = [await freePort(), await freePort(), await freePort()]
    await using run = coordinate(plan, redis.url, ['--needs', 'sum:large', '--metrics', String(ofRun)])
    await using worker = startWorker(redis.url, ['--metrics', `127.0.0.1:${String(ofWorker)}`])
    await until(async () => (await readMachines(plan)).length === 2, 'the trials of one mission have ended')

    const [, id = ''] = /pe: (\S+) takes trials from/.exec(worker.stderr()) ?? []
    const host = id.replace(/-\d+-[0-9a-f]+$/, '')
    const halfway = {
      ...{ pe_trials_all: 4, 'pe_trials{state="ended"}': 2, 'pe_trials{state="waiting"}': 2 },
      ...{ 'pe_trials{state="running"}': 0, pe_workers: 1, pe_cost_dollars: 0, pe_tokens: 0 },
    }
    await untilServes(ofRun, { ...halfway, [`pe_worker_trials{worker="${id}",host="${host}"}`]: 0 })
    await untilServes(ofWorker, { pe_worker_running: 0, pe_worker_ended: 2 })
    const page = await pageAt(ofWorker)
    expect([page.status, page.type]).toEqual([200, expect.stringMatching(/^text\/plain; version=0\.0\.4/)])
    expect(samplesIn(page).get('pe_worker_memory_bytes')).toBeGreaterThan(10 * 1024 ** 2)
    expect((await pageAt(ofRun, '/')).status).toBe(404)

    const other = await planned(folder, ['--agent', 'null'])
    await using secondRun = coordinate(other, redis.url, ['--metrics', String(ofRun)])
    await using secondWorker = startWorker(redis.url, ['--metrics', String(ofWorker)])
    await expectTaken(secondRun, ofRun)
    await expectTaken(secondWorker, ofWorker)
    expect(await redis.client.keys(`*${other.split('/').at(-1) ?? ''}*`)).toEqual([])

    await using large = startWorker(redis.url, ['--label', 'large', '--metrics', String(ofLarge)])
    expect([await run.exit, run.stderr()]).toEqual([0, expect.any(String)])
    await expectClosed(ofRun)
    await untilServes(ofLarge, { pe_worker_running: 0, pe_worker_ended: 2 })
    await untilServes(ofWorker, { pe_worker_running: 0, pe_worker_ended: 2 })
    for (const each of [worker, large]) each.kill('SIGTERM')
    expect([await worker.exit, await large.exit]).toEqual([0, 0])
    for (const port of [ofWorker, ofLarge]) await expectClosed(port)
  })
})
