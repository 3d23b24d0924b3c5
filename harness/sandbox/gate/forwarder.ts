import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Cleanup } from '../../lib/async/cleanup.ts'
import { HarnessFault } from '../../errors.ts'
import { forgetGroup, killGroup, registerGroup } from '../../lib/processes/groups.ts'
import { MOST_CONNECTIONS } from './relay.ts'

/** A network that a forwarder is opened in. */
export interface Inside {
  /** Command prefix that starts a program in the sandbox's network. */
  readonly enter: readonly string[]
  readonly isListening: (port: number) => Promise<boolean>
  readonly cleanup: Cleanup
}

const DEADLINE = 5000
const POLL_PAUSE = 10

/**
 * Starts a process of the harness in the sandbox's network that forwards each connection on a port to a socket of the host. It
 * ends when a pipe from the harness closes, so that it does not outlive a killed harness.
 */
export async function openForwarder(
  socket: string,
  port: number,
  { enter, isListening, cleanup }: Inside,
): Promise<void> {
  const command = [...enter, process.execPath, '-e', FORWARDER, socket, String(port)]
  const forwarder = spawn(command[0] ?? '', command.slice(1), { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  const exited = once(forwarder, 'exit')
  exited.catch(() => undefined)
  const group = forwarder.pid
  if (group === undefined)
    throw new HarnessFault(
      `the proxy into the sandbox cannot be opened: "${command[0] ?? ''}" does not start; is it installed?`,
    )
  registerGroup(group)
  cleanup.defer(async () => {
    killGroup(group)
    if (forwarder.exitCode === null && forwarder.signalCode === null) await exited
    forgetGroup(group)
  })
  const deadline = performance.now() + DEADLINE
  while (!(await isListening(port))) {
    if (performance.now() > deadline)
      throw new HarnessFault(
        `the proxy into the sandbox did not listen on port ${String(port)} within ${String(DEADLINE / 1000)} s`,
      )
    await delay(POLL_PAUSE)
  }
}

const FORWARDER = `
  const net = require('node:net')
  const [, socket, port] = process.argv
  process.stdin.on('close', () => process.exit()).resume()
  const server = net.createServer((client) => {
    const gate = net.connect(socket)
    client.on('error', () => gate.destroy())
    gate.on('error', () => client.destroy())
    client.pipe(gate).pipe(client)
  })
  server.maxConnections = ${String(MOST_CONNECTIONS)}
  server.listen(Number(port), '127.0.0.1', () => server.on('error', () => undefined))
`
