/** Shared by the tests of pool. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { TaskFailure } from '../../../../harness/lib/processes/pool/failure.ts'
import type { TaskLimits } from '../../../../harness/lib/processes/pool/limits.ts'
import type { PoolOptions } from '../../../../harness/lib/processes/pool/options.ts'
import { ProcessPool } from '../../../../harness/lib/processes/pool/pool.ts'
import type { tasks } from './worker.ts'

export const LIMITS: TaskLimits = { cpu: 20_000, wall: 20_000, heap: 64, memory: 256, input: 4, output: 4 }

interface Changes extends Partial<Omit<PoolOptions, 'limits'>> {
  readonly limits?: Partial<TaskLimits>
}

export function poolOf({ limits, ...changes }: Changes = {}): ProcessPool<typeof tasks> {
  return new ProcessPool<typeof tasks>({
    purpose: 'is tested',
    module: { name: 'worker', near: import.meta.url },
    processes: 1,
    ...changes,
    limits: { ...LIMITS, ...limits },
  })
}

export async function failureOf(result: Promise<unknown>): Promise<TaskFailure> {
  const error = await result.catch((thrown: unknown) => thrown)
  if (error instanceof TaskFailure) return error
  throw new Error('the task did not fail', { cause: error })
}

/** Whether a process runs; a zombie does not. */
export function runs(pid: number | undefined): boolean {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
    return !stat.slice(stat.lastIndexOf(')')).startsWith(') Z')
  } catch {
    return false
  }
}

export const endings = {
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

export const FAILS_ALONE_CASES = Object.keys(endings) as (keyof typeof endings)[]

export function failsAlone(cases: readonly (typeof FAILS_ALONE_CASES)[number][]): void {
  it.each(cases)('%s fails alone', async (title) => {
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
}
