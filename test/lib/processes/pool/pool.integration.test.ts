import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { HarnessFault, Interrupted } from '../../../../harness/errors.ts'
import { TaskFailure } from '../../../../harness/lib/processes/pool/failure.ts'
import type { TaskLimits } from '../../../../harness/lib/processes/pool/limits.ts'
import type { PoolOptions } from '../../../../harness/lib/processes/pool/options.ts'
import { ProcessPool } from '../../../../harness/lib/processes/pool/pool.ts'
import type { tasks } from './worker.ts'
import { sampled } from '../../../part.ts'

const it = sampled('lib/processes/pool/pool', 5)

const LIMITS: TaskLimits = { cpu: 20_000, wall: 20_000, heap: 64, memory: 256, input: 4, output: 4 }
const onLinux = process.platform === 'linux'

interface Changes extends Partial<Omit<PoolOptions, 'limits'>> {
  readonly limits?: Partial<TaskLimits>
}

function poolOf({ limits, ...changes }: Changes = {}): ProcessPool<typeof tasks> {
  return new ProcessPool<typeof tasks>({
    purpose: 'is tested',
    module: { name: 'worker', near: import.meta.url },
    processes: 1,
    ...changes,
    limits: { ...LIMITS, ...limits },
  })
}

async function failureOf(result: Promise<unknown>): Promise<TaskFailure> {
  const error = await result.catch((thrown: unknown) => thrown)
  if (error instanceof TaskFailure) return error
  throw new Error('the task did not fail', { cause: error })
}

/** Whether a process runs; a zombie does not. */
function runs(pid: number | undefined): boolean {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
    return !stat.slice(stat.lastIndexOf(')')).startsWith(') Z')
  } catch {
    return false
  }
}

describe('a pool of processes', () => {
  it('gives each task its own result, in no more processes than it may have', async () => {
    await using pool = poolOf({ processes: 2 })
    const results = await Promise.all(
      [300, 1, 100, 1, 50, 1].map((milliseconds, value) => pool.run('wait', { milliseconds, value })),
    )
    expect(results.map(({ value }) => value)).toEqual([0, 1, 2, 3, 4, 5])
    expect(new Set(results.map(({ pid }) => pid)).size).toBe(2)
  })

  it('begins tasks in their order', async () => {
    await using pool = poolOf()
    const ended: number[] = []
    await Promise.all([0, 1, 2, 3].map(async (value) => ended.push((await pool.run('echo', value)) as number)))
    expect(ended).toEqual([0, 1, 2, 3])
  })

  it('starts a process only if none is free', async () => {
    await using pool = poolOf({ processes: 4 })
    const first = await pool.run('pid', undefined)
    expect(await pool.run('pid', undefined)).toBe(first)
    await expect(pool.run('fail', 'no')).rejects.toThrow(TaskFailure)
    expect(await pool.run('pid', undefined)).toBe(first)
  })

  it('copies values, typed arrays among them', async () => {
    await using pool = poolOf()
    const value = { bytes: Buffer.from('bytes'), floats: Float32Array.of(0.5, -1), map: new Map([['ä', undefined]]) }
    expect(await pool.run('echo', value)).toEqual(value)
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

  it.skipIf(!onLinux)(
    'has no core dumps, and processes that the system itself ends at last (needs Linux)',
    async () => {
      await using pool = poolOf({ limits: { cpu: 20_000 } })
      const limits = readFileSync(`/proc/${String(await pool.run('pid', undefined))}/limits`, 'utf8')
      expect(limits).toMatch(/^Max cpu time +200 /m)
      expect(limits).toMatch(/^Max core file size +0 /m)
    },
  )

  it.skipIf(!onLinux)('has low priority if it should (needs Linux)', { timeout: 240_000 }, async () => {
    const own = os.getPriority()
    await using pool = poolOf({ lowPriority: true })
    const pid = await pool.run('pid', undefined)
    expect(os.getPriority(pid)).toBe(os.constants.priority.PRIORITY_BELOW_NORMAL)
    expect(os.getPriority()).toBe(own)
  })
})

describe('a task that', () => {
  const endings = {
    'computes for ever': ['spin', undefined, { cpu: 400 }, 'timeout', '0.4 s of CPU time'],
    'waits for ever': ['wait', { milliseconds: 60_000, value: 0 }, { wall: 400 }, 'timeout', '0.4 s'],
    'fills the heap': ['fillHeap', undefined, { memory: 4096 }, 'memory', '64 MiB of memory'],
    'fills the memory beside the heap': ['fillBuffers', undefined, {}, 'memory', '256 MiB of memory'],
    'has too large an input': ['echo', Buffer.alloc(5 * 1024 * 1024), {}, 'input', '4 MiB of input'],
    'has too large a result': ['largeResult', 5, {}, 'output', '4 MiB of output'],
    'has too many parts': ['parts', [2_000_000, 2_000_000, 2_000_000], {}, 'output', '4 MiB of output'],
    'ends its process': ['exit', 3, {}, 'crash', 'exit code 3'],
    'is killed': ['kill', 'SIGKILL', {}, 'crash', 'SIGKILL'],
    'does what the processor refuses': ['kill', 'SIGSEGV', {}, 'crash', 'SIGSEGV'],
    throws: ['fail', 'no', {}, 'thrown', /^TypeError: no\n +at /],
    'has a result that cannot be copied': ['resultWithFunction', undefined, {}, 'thrown', /could not be cloned/],
  } as const

  it.each(Object.keys(endings) as (keyof typeof endings)[])('%s fails alone', async (title) => {
    const [task, input, limits, kind, detail] = endings[title]
    await using pool = poolOf({ limits })
    const before = await pool.run('pid', undefined)
    const failure = await failureOf(pool.run(task, input))
    expect(failure).toMatchObject({ code: 'task', task, kind })
    expect(failure.message).toContain(`the task "${task}" `)
    expect(failure.detail).toMatch(detail)
    // By then its process is gone, unless it is unharmed, and the next task has one.
    const after = await pool.run('pid', undefined)
    expect(runs(before)).toBe(after === before)
    expect(after === before).toBe(kind === 'thrown' || kind === 'input')
  })

  it('computes for ever does not block the others', async () => {
    await using pool = poolOf({ processes: 2, limits: { cpu: 2000 } })
    const endless = failureOf(pool.run('spin', undefined))
    const others = Promise.all(Array.from({ length: 20 }, (_, value) => pool.run('echo', value)))
    expect(await Promise.race([endless, others])).toHaveLength(20)
    expect((await endless).kind).toBe('timeout')
  })

  it('was ended by something else is repeated', async () => {
    await using pool = poolOf()
    const first = await pool.run('pid', undefined)
    const result = pool.run('wait', { milliseconds: 500, value: 'done' })
    await delay(100)
    process.kill(first, 'SIGKILL')
    const { value, pid } = await result
    expect([value, pid === first]).toEqual(['done', false])
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

describe.skipIf(!onLinux)('the processes of a pool (needs Linux)', () => {
  const start = (...args: string[]) =>
    spawn(process.execPath, ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', USER, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  const pidsOf = async (user: ReturnType<typeof start>) =>
    JSON.parse(String((await once(user.stdout, 'data'))[0])) as number[]

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
