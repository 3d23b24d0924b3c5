import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import * as system from '../../../../harness/lib/processes/pool/usage.ts'
import { Watch, type Exceeded } from '../../../../harness/lib/processes/pool/watch.ts'
import { needs } from '../../../needs.ts'

const LIMITS = { cpu: 60_000, wall: 60_000, heap: 64, memory: 4096, input: 1, output: 1 }
/** No process has it. */
const NOBODY = 2 ** 30

/** The first limit that is exceeded, and after how many milliseconds; undefined if none is within a second. */
async function firstExceeded(limits: Partial<typeof LIMITS>, usage: Partial<typeof system>) {
  const began = performance.now()
  const exceeded = new Promise<Exceeded & { readonly after: number }>((resolve) => {
    const onExceeded = (each: Exceeded) => resolve({ ...each, after: performance.now() - began })
    watch = new Watch(process.pid, { ...LIMITS, ...limits }, onExceeded, { ...system, ...usage })
  })
  try {
    return await Promise.race([exceeded, delay(1500, undefined)])
  } finally {
    watch[Symbol.dispose]()
  }
}
let watch: Watch

describe('a watch', () => {
  it('does not count time spent waiting for a CPU', async () => {
    const began = performance.now()
    const queueingOf = () => Math.min(performance.now() - began, 600)
    const exceeded = await firstExceeded({ wall: 300 }, { queueingOf })
    expect(exceeded).toMatchObject({ kind: 'timeout', detail: '0.3 s' })
    expect(exceeded?.after).toBeGreaterThan(890)
  })

  it('counts CPU time from its beginning', async () => {
    const began = performance.now()
    const cpuTimeOf = () => 1e6 + (performance.now() - began) * 2
    const exceeded = await firstExceeded({ cpu: 1000 }, { cpuTimeOf })
    expect(exceeded).toMatchObject({ kind: 'timeout', detail: '1 s of CPU time' })
    expect(exceeded?.after).toBeGreaterThan(490)
  })

  it('counts wall time if the system does not report CPU time', async () => {
    expect(await firstExceeded({ cpu: 300 }, { cpuTimeOf: () => undefined })).toMatchObject({ kind: 'timeout' })
  })

  it('looks at the memory if the system reports it', async () => {
    const limits = { memory: 100 }
    expect(await firstExceeded(limits, { memoryOf: () => 101 })).toMatchObject({ detail: '100 MiB of memory' })
    expect(await firstExceeded(limits, { memoryOf: () => undefined })).toBeUndefined()
  })
})

describe('the usage of a process', await needs('Linux'), () => {
  it('is what Node says of itself', () => {
    const { user, system: kernel } = process.cpuUsage()
    const own = system.cpuTimeOf(process.pid) ?? 0
    expect(Math.abs(own - (user + kernel) / 1000)).toBeLessThan(100)
    const bytes = Buffer.alloc(64 * 1024 * 1024, 1)
    const before = system.memoryOf(process.pid) ?? 0
    expect(before).toBeGreaterThan(bytes.length / 1024 / 1024)
    expect(before).toBeLessThan((1.5 * process.memoryUsage().rss) / 1024 / 1024)
    expect(system.queueingOf(process.pid)).toBeGreaterThan(0)
  })

  it('is unknown of a process that does not exist', () => {
    expect([system.cpuTimeOf(NOBODY), system.memoryOf(NOBODY), system.queueingOf(NOBODY)]).toEqual([
      undefined,
      undefined,
      0,
    ])
  })
})
