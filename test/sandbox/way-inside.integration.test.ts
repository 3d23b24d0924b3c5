import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { freePort, isOccupied } from '../../harness/launchers/ports.ts'

const SOURCES = pathToFileURL(path.resolve('harness')).href

/** A harness that opens a forwarder in a network, here the machine's own, and then idles. */
const HARNESS = `
  const { openForwarder } = await import('${SOURCES}/sandbox/gate/forwarder.ts')
  const { isOccupied } = await import('${SOURCES}/launchers/ports.ts')
  const cleanup = { defer() {} }
  await openForwarder('/nowhere', Number(process.argv[1]), { enter: [], isListening: isOccupied, cleanup })
  console.log('open')
  setInterval(() => undefined, 1000)
`

it('ends the forwarder into a sandbox if the harness is killed', async () => {
  const port = await freePort()
  const harness = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', HARNESS, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(harness.stdout, 'data')
  expect(await isOccupied(port)).toBe(true)
  harness.kill('SIGKILL')
  await once(harness, 'exit')
  for (let left = 50; left > 0 && (await isOccupied(port)); left -= 1) await delay(100)
  expect(await isOccupied(port)).toBe(false)
})
