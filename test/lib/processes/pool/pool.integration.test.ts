import { casesNamed } from '../../../helpers.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Interrupted } from '../../../../harness/errors.ts'
import { poolOf, runs, FAILS_ALONE_CASES, failsAlone } from './pool-cases.ts'

describe('a pool of processes', () => {
  it('gives each task its own result, in no more processes than it may have', async () => {
    await using pool = poolOf({ processes: 2 })
    const results = await Promise.all(
      [300, 1, 100, 1, 50, 1].map((milliseconds, value) => pool.run('wait', { milliseconds, value })),
    )
    expect(results.map(({ value }) => value)).toEqual([0, 1, 2, 3, 4, 5])
    expect(new Set(results.map(({ pid }) => pid)).size).toBe(2)
  })
})

describe('a task that', () => {
  failsAlone(casesNamed(FAILS_ALONE_CASES, 'computes for ever'))
})

describe('a signal', () => {
  it('that is aborted already starts nothing', async () => {
    await using pool = poolOf()
    const signal = AbortSignal.abort(new Interrupted('before'))
    await expect(pool.run('pid', undefined, { signal })).rejects.toThrow('before')
  })
})

describe('a pool that is closed', () => {
  it('ends its tasks and all of its processes with their children', async () => {
    await using pool = poolOf({ processes: 3 })
    const child = await pool.run('child', undefined)
    const [idle, other] = await Promise.all(
      [0, 1].map(async (value) => (await pool.run('wait', { milliseconds: 200, value })).pid),
    )
    const running = [pool.run('spin', undefined), pool.run('wait', { milliseconds: 60_000, value: 0 })]
    running.push(...Array.from({ length: 5 }, () => pool.run('spin', undefined)))
    const settled = Promise.allSettled(running)
    await delay(200)
    expect([child, idle, other].map(runs)).toEqual([true, true, true])
    await pool.close()
    expect([idle, other].map(runs)).toEqual([false, false])
    await expect.poll(() => runs(child)).toBe(false)
    for (const result of await settled) expect(result).toMatchObject({ reason: expect.any(Interrupted) as unknown })
  })
})
