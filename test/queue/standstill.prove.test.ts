import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { Standstill, busyTime } from '../../harness/run/queue/standstill.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '../helpers.ts'

const BURN = 'for (const end = Date.now() + 5000; Date.now() < end; );'

describe.runIf(busyTime() !== undefined)('a standstill', () => {
  it('is not what a busy process has, on a busy machine', async () => {
    const others = Array.from({ length: 5 * availableParallelism() }, () => execFile(process.execPath, ['-e', BURN]))
    const ended = others.map((other) => once(other, 'exit'))
    const standstill = new Standstill(100)
    for (const end = Date.now() + 4000; Date.now() < end;);
    expect(standstill.look()).toBe(0)
    await Promise.all(ended)
  })
})

/** Prints each standstill of a process that looks every 100 ms. */
const WATCH = `import { Standstill } from ${JSON.stringify(new URL('../../harness/run/queue/standstill.ts', import.meta.url).href)}
const standstill = new Standstill(100)
console.log('ready')
setInterval(() => {
  const milliseconds = standstill.look()
  if (milliseconds > 0) console.log(Math.round(milliseconds / 1000))
}, 100)`

describe.runIf(busyTime() !== undefined)('a standstill', () => {
  it('is noticed once if the process was frozen', async () => {
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', WATCH], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.on('data', (part: Buffer) => (said += part.toString()))
    try {
      await until(() => said.includes('ready'), 'it watches', 30_000)
      child.kill('SIGSTOP')
      await delay(4000)
      child.kill('SIGCONT')
      await until(() => said !== 'ready\n', 'it is noticed')
      await delay(500)
      expect(said).toMatch(/^ready\n[45]\n$/)
    } finally {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  })
})
