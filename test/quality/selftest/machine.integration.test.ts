/** Listeners that are left behind, beside those of other programs. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { leftovers, machineState } from '../../../harness/quality/selftest/machine.ts'
import { Family } from '../../../harness/quality/selftest/processes.ts'
import { privateTemporaryFolder } from '../../../harness/quality/selftest/temporary.ts'
import { needs } from '../../needs.ts'

const LINUX = await needs('Linux')

/** Ends by itself, too: a test that is killed leaves nothing. */
const LISTENS = `setTimeout(() => process.exit(), 60000)
const server = require('node:net').createServer().listen(0, '127.0.0.1', () => {
  const files = require('node:fs')
  files.writeSync(1, process.pid + ' ' + server.address().port)
  // Otherwise the test would wait for its output to end.
  for (const descriptor of [1, 2]) files.closeSync(descriptor)
})`

it('takes no listener of another program for its own', LINUX, async () => {
  using family = new Family()
  await using temporary = await privateTemporaryFolder()
  const before = await machineState(temporary)
  // Its parent ends before the family is looked at, so it is nobody's child, like a program of somebody else.
  const { stdout } = await execa('setsid', ['--fork', 'node', '-e', LISTENS], { cleanup: false })
  const [pid = 0, port = 0] = stdout.split(' ').map(Number)
  try {
    expect([...(await machineState(temporary)).ports.values()]).toContain(`tcp port ${String(port)}`)
    expect(await leftovers(before, temporary, family)).toEqual([])
  } finally {
    process.kill(pid)
  }
})

it('finds its own listener', LINUX, async () => {
  using family = new Family()
  await using temporary = await privateTemporaryFolder()
  const before = await machineState(temporary)
  const server = createServer().listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    expect(await leftovers(before, temporary, family, 300)).toEqual([
      `a listener on tcp port ${String(port)} was left behind`,
    ])
  } finally {
    server.close()
  }
})
