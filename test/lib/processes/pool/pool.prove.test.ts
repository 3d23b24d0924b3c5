/** The other cases of pool.integration.test.ts. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { HarnessFault, Interrupted } from '../../../../harness/errors.ts'
import { needs } from '../../../needs.ts'
import { TaskFailure } from '../../../../harness/lib/processes/pool/failure.ts'
import { LIMITS, poolOf, failureOf, runs, FAILS_ALONE_CASES, failsAlone } from './pool-cases.ts'

const LINUX = await needs('Linux')

describe('a pool of processes', () => {
  it('starts a process only if none is free', async () => {
    await using pool = poolOf({ processes: 4 })
    const first = await pool.run('pid', undefined)
    expect(await pool.run('pid', undefined)).toBe(first)
    await expect(pool.run('fail', 'no')).rejects.toThrow(TaskFailure)
    expect(await pool.run('pid', undefined)).toBe(first)
  })

  it('hands over the parts of a result, from the beginning again if the task is repeated', async () => {
    await using pool = poolOf()
    const parts: unknown[] = []
    expect(await pool.run('parts', [1, 0, 3], { onPart: (part) => parts.push(part.length) })).toBe(3)
    expect(parts).toEqual([1, 0, 3])
    const numbers: number[] = []
    const { kind } = await failureOf(pool.run('partsAndCrash', 2, { onPart: (part) => numbers.push(part) }))
    expect([kind, numbers]).toEqual(['crash', [0, 1, 0, 1]])
  })

  it('passes on no environment but what it is given', async () => {
    await using pool = poolOf({ env: { OWN: '1' }, args: ['one', 'two'] })
    const { OWN, PATH, HOME } = await pool.run('env', undefined)
    expect([OWN, PATH, HOME]).toEqual(['1', undefined, undefined])
    expect(await pool.run('args', undefined)).toEqual(['one', 'two'])
  })

  it('begins tasks in their order', async () => {
    await using pool = poolOf()
    const ended: number[] = []
    await Promise.all([0, 1, 2, 3].map(async (value) => ended.push((await pool.run('echo', value)) as number)))
    expect(ended).toEqual([0, 1, 2, 3])
  })

  it('copies values, typed arrays among them', async () => {
    await using pool = poolOf()
    const value = { bytes: Buffer.from('bytes'), floats: Float32Array.of(0.5, -1), map: new Map([['ä', undefined]]) }
    expect(await pool.run('echo', value)).toEqual(value)
  })

  it('ignores what a task prints', async () => {
    await using pool = poolOf()
    expect(await pool.run('print', undefined)).toBe('printed')
  })

  it('has the stack of a thread', async () => {
    await using pool = poolOf()
    // With the default of the main thread it would be about 11,000.
    expect(await pool.run('depth', undefined)).toBeGreaterThan(30_000)
  })

  it('cannot start processes of a broken module', async () => {
    await using pool = poolOf({ module: { name: 'broken', near: import.meta.url } })
    const error: unknown = await pool.run('pid', undefined).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(HarnessFault)
    expect((error as Error).message).toBe(
      'the process that is tested does not start: crash: exit code 1: TypeError: this module is broken',
    )
  })

  it('has no core dumps, and processes that the system itself ends at last', LINUX, async () => {
    await using pool = poolOf({ limits: { cpu: 20_000 } })
    const limits = readFileSync(`/proc/${String(await pool.run('pid', undefined))}/limits`, 'utf8')
    expect(limits).toMatch(/^Max cpu time +200 /m)
    expect(limits).toMatch(/^Max core file size +0 /m)
  })

  it('has low priority if it should', { ...LINUX, timeout: 240_000 }, async () => {
    const own = os.getPriority()
    await using pool = poolOf({ lowPriority: true })
    const pid = await pool.run('pid', undefined)
    expect(os.getPriority(pid)).toBe(os.constants.priority.PRIORITY_BELOW_NORMAL)
    expect(os.getPriority()).toBe(own)
  })
})

describe('a task that', () => {
  failsAlone(FAILS_ALONE_CASES)

  it('computes for ever does not block the others', async () => {
    await using pool = poolOf({ processes: 2, limits: { cpu: 2000 } })
    const endless = failureOf(pool.run('spin', undefined))
    const others = Promise.all(Array.from({ length: 20 }, (_, value) => pool.run('echo', value)))
    expect(await Promise.race([endless, others])).toHaveLength(20)
    expect((await endless).kind).toBe('timeout')
  })

  it('finds an idle process killed gets another', async () => {
    await using pool = poolOf()
    const first = await pool.run('pid', undefined)
    process.kill(first, 'SIGKILL')
    expect(await pool.run('pid', undefined)).not.toBe(first)
  })

  it('finds the memory filled by earlier ones is repeated in a fresh process', async () => {
    await using pool = poolOf({ limits: { memory: 4096 } })
    expect(await pool.run('keepObjects', 40)).toBe(1)
    expect(await pool.run('keepObjects', 40)).toBe(1)
  })

  it('changes a prototype does not influence the next', async () => {
    await using pool = poolOf()
    const first = await pool.run('pollute', undefined)
    expect(await pool.run('isPolluted', undefined)).toBe(false)
    expect(runs(first)).toBe(false)
  })

  it('loads code that changes a prototype leaves its process to the next', async () => {
    await using pool = poolOf()
    const first = await pool.run('load', undefined)
    expect(await pool.run('pid', undefined)).toBe(first)
  })
})

describe('a signal', () => {
  it('takes a task from the queue', async () => {
    await using pool = poolOf()
    const stop = new AbortController()
    const busy = pool.run('wait', { milliseconds: 500, value: 'busy' })
    const queued = pool.run('exit', 3, { signal: stop.signal })
    stop.abort()
    await expect(queued).rejects.toThrow(stop.signal.reason as Error)
    expect(await busy).toMatchObject({ value: 'busy' })
    expect(await pool.run('echo', 1)).toBe(1)
  })
})

describe('a pool that is closed', () => {
  it('starts again for a later task', async () => {
    await using pool = poolOf()
    const first = await pool.run('pid', undefined)
    await pool.close()
    await pool.close()
    expect(runs(first)).toBe(false)
    expect(await pool.run('pid', undefined)).not.toBe(first)
  })

  it('while a process starts ends that, too', async () => {
    await using pool = poolOf()
    const result = expect(pool.run('pid', undefined)).rejects.toThrow(Interrupted)
    await delay(20)
    await pool.close()
    await result
  })
})

const USER = `
import { ProcessPool } from ${JSON.stringify(path.resolve(import.meta.dirname, '../../../../harness/lib/processes/pool/pool.ts'))}
const pool = new ProcessPool({
  purpose: 'is tested',
  module: { name: 'worker', near: ${JSON.stringify(import.meta.url)} },
  processes: 2,
  limits: ${JSON.stringify(LIMITS)},
})
const pids = await Promise.all([0, 1].map(async (value) => (await pool.run('wait', { milliseconds: 300, value })).pid))
console.log(JSON.stringify(pids))
if (process.argv.includes('stay')) await pool.run('wait', { milliseconds: 60_000, value: 0 })
`

const start = (...args: string[]) =>
  spawn(process.execPath, ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', USER, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })

const pidsOf = async (user: ReturnType<typeof start>) =>
  JSON.parse(String((await once(user.stdout, 'data'))[0])) as number[]

describe('the processes of a pool', LINUX, () => {
  it('let Node exit while they are idle, and end with it', async () => {
    const user = start()
    const exited = once(user, 'exit')
    const pids = await pidsOf(user)
    expect(await exited).toEqual([0, null])
    await expect.poll(() => pids.map(runs)).toEqual([false, false])
  })

  it('end when the harness is killed, also in the middle of a task', async () => {
    const user = start('stay')
    const pids = await pidsOf(user)
    expect(pids.map(runs)).toEqual([true, true])
    user.kill('SIGKILL')
    await expect.poll(() => pids.map(runs)).toEqual([false, false])
  })
})

describe('a task that', () => {
  it('was ended by something else is repeated', async () => {
    await using pool = poolOf()
    const first = await pool.run('pid', undefined)
    const result = pool.run('wait', { milliseconds: 500, value: 'done' })
    await delay(100)
    process.kill(first, 'SIGKILL')
    const { value, pid } = await result
    expect([value, pid === first]).toEqual(['done', false])
  })
})

describe('a signal', () => {
  it('ends the task and its process, with its reason', async () => {
    await using pool = poolOf()
    const pid = await pool.run('pid', undefined)
    const stop = new AbortController()
    const reason = new Interrupted('enough')
    const result = pool.run('spin', undefined, { signal: stop.signal })
    const next = pool.run('pid', undefined)
    await delay(200)
    stop.abort(reason)
    await expect(result).rejects.toBe(reason)
    expect(await next).not.toBe(pid)
    expect(runs(pid)).toBe(false)
  })
})
