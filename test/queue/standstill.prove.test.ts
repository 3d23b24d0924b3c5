import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { Standstill, busyTime } from '../../harness/run/queue/standstill.ts'

const BURN = 'for (const end = Date.now() + 5000; Date.now() < end; );'

describe.runIf(busyTime() !== undefined)('a standstill', { timeout: 60_000 }, () => {
  it('is not what a busy process has, on a busy machine', async () => {
    const others = Array.from({ length: 5 * availableParallelism() }, () => execFile(process.execPath, ['-e', BURN]))
    const ended = others.map((other) => once(other, 'exit'))
    const standstill = new Standstill(100)
    for (const end = Date.now() + 4000; Date.now() < end;);
    expect(standstill.look()).toBe(0)
    await Promise.all(ended)
  })
})
