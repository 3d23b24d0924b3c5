import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { busyTime } from '../../harness/run/queue/standstill.ts'
import { until } from '../helpers.ts'

/** Prints each standstill of a process that looks every 100 ms. */
const WATCH = `import { Standstill } from ${JSON.stringify(new URL('../../harness/run/queue/standstill.ts', import.meta.url).href)}
const standstill = new Standstill(100)
console.log('ready')
setInterval(() => {
  const milliseconds = standstill.look()
  if (milliseconds > 0) console.log(Math.round(milliseconds / 1000))
}, 100)`

describe.runIf(busyTime() !== undefined)('a standstill', { timeout: 60_000 }, () => {
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
