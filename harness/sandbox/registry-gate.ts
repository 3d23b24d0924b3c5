import { spawn } from 'node:child_process'
import { once, type EventEmitter } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { Cleanup } from '../lib/async/cleanup.ts'
import { HarnessFault } from '../errors.ts'
import { forgetGroup, killGroup, registerGroup } from '../lib/processes/groups.ts'

export interface GateParts {
  /** Path of the gate's socket, on the host. */
  readonly socket: string
  /** Hosts that may be reached, with or without a port. */
  readonly hosts: ReadonlySet<string>
  /** Command prefix that starts a program in the sandbox's network. */
  readonly enter: readonly string[]
  readonly isListening: (port: number) => Promise<boolean>
  readonly cleanup: Cleanup
}

/** The gate's port inside. Any port is free, because nothing else listens there yet. */
const PORT = 3128
const DEADLINE = 5000
const POLL_PAUSE = 10

/**
 * Opens the only way out of a sandbox in which packages are installed or a tool calls its model: an HTTP proxy on the sandbox's
 * loopback that connects to the given hosts and to no others.
 */
export async function openRegistryGate({ socket, hosts, enter, isListening, cleanup }: GateParts): Promise<Gate> {
  const reach = new Reachability()
  const server = http.createServer((request, response) => {
    forward(request, response, hosts, reach)
  })
  server.on('connect', (request: http.IncomingMessage, client: Duplex) => {
    tunnel(request.url ?? '', client, hosts, reach)
  })
  server.listen(socket)
  await once(server, 'listening')
  cleanup.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  await openForwarder(socket, PORT, { enter, isListening, cleanup })
  return { address: `http://127.0.0.1:${String(PORT)}`, unreachable: () => reach.problem() }
}

export interface Gate {
  /** The proxy's address inside the sandbox. */
  readonly address: string
  /** The hosts whose last connection attempt failed. */
  readonly unreachable: () => string | undefined
}

/** Records which hosts could not be connected to: the project that asks for such a host is not at fault. */
class Reachability {
  readonly #problems = new Map<string, string>()

  watch(host: string, connection: EventEmitter, connected: string): void {
    let open = false
    connection.once(connected, () => {
      open = true
      this.#problems.delete(host)
    })
    connection.on('error', (error: NodeJS.ErrnoException) => {
      if (!open) this.#problems.set(host, `${host} (${error.code ?? error.message})`)
    })
  }

  problem(): string | undefined {
    return this.#problems.size === 0 ? undefined : [...this.#problems.values()].join(', ')
  }
}

/**
 * Starts a process of the harness in the sandbox's network that forwards each connection on a port to a socket of the host. It
 * ends when a pipe from the harness closes, so that it does not outlive a killed harness.
 */
export async function openForwarder(
  socket: string,
  port: number,
  { enter, isListening, cleanup }: Pick<GateParts, 'enter' | 'isListening' | 'cleanup'>,
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
  net.createServer((client) => {
    const gate = net.connect(socket)
    client.on('error', () => gate.destroy())
    gate.on('error', () => client.destroy())
    client.pipe(gate).pipe(client)
  }).listen(Number(port), '127.0.0.1')
`

/** The default port of a host. */
const HTTPS = '443'

function tunnel(target: string, client: Duplex, hosts: ReadonlySet<string>, reach: Reachability): void {
  const [host = '', port = HTTPS] = target.split(':')
  // Another port of an allowed host is not its registry. The port may also be invalid: it is arbitrary text.
  if (!hosts.has(target) && !(port === HTTPS && hosts.has(host))) {
    client.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    return
  }
  const remote = net.connect(Number(port), host)
  reach.watch(target, remote, 'connect')
  remote.once('connect', () => {
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    client.pipe(remote).pipe(client)
  })
  // Either end may close at any time; closing the other end reports it.
  remote.on('error', () => client.destroy())
  client.on('error', () => remote.destroy())
}

/** For registries without TLS, such as a local one. */
function forward(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  hosts: ReadonlySet<string>,
  reach: Reachability,
): void {
  const url = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : undefined
  if (url?.protocol !== 'http:' || !hosts.has(url.host)) {
    response.writeHead(403).end()
    return
  }
  // Node throws on a request that announces trailers and has none.
  const headers = { ...request.headers }
  delete headers.trailer
  const onward = http.request(url, { method: request.method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  reach.watch(url.host, onward, 'response')
  onward.on('error', () => response.destroy())
  request.pipe(onward)
}
