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
  /** Where the socket of the gate lies, on the host. */
  readonly socket: string
  /** Hosts, with or without a port, that may be reached. */
  readonly hosts: ReadonlySet<string>
  /** The beginning of a command line by which a program is started in the sandbox's network. */
  readonly enter: readonly string[]
  readonly isListening: (port: number) => Promise<boolean>
  readonly cleanup: Cleanup
}

/** Where the gate appears inside: any port will do, nothing else is there yet. */
const PORT = 3128
const DEADLINE = 5000
const POLL_PAUSE = 10

/**
 * The one way out of a sandbox in which packages are installed, or a tool calls its model: an HTTP proxy on its loopback that
 * leads to the named hosts and nowhere else.
 */
export async function openRegistryGate({ socket, hosts, enter, isListening, cleanup }: GateParts): Promise<Gate> {
  const reach = new Reach()
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
  await openInside(socket, PORT, { enter, isListening, cleanup })
  return { address: `http://127.0.0.1:${String(PORT)}`, unreachable: () => reach.problem() }
}

export interface Gate {
  /** Of the proxy, as seen from inside. */
  readonly address: string
  /** The hosts that could not be reached when they were last tried. */
  readonly unreachable: () => string | undefined
}

/** Which hosts let themselves be connected to: one that does not is no fault of the project that asks for it. */
class Reach {
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
 * A process of ours in the sandbox's network, with the host's files: it hands each connection to the socket. It waits for the
 * end of a pipe that the harness holds, so that it does not outlive a harness that is killed.
 */
export async function openInside(
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
    throw new HarnessFault(`"${command[0] ?? ''}" does not start; the way out of the sandbox cannot be opened`)
  registerGroup(group)
  cleanup.defer(async () => {
    killGroup(group)
    if (forwarder.exitCode === null && forwarder.signalCode === null) await exited
    forgetGroup(group)
  })
  const deadline = performance.now() + DEADLINE
  while (!(await isListening(port))) {
    if (performance.now() > deadline) throw new HarnessFault('the way out of the sandbox could not be opened in time')
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

/** The port that is meant where a host is named without one. */
const HTTPS = '443'

function tunnel(target: string, client: Duplex, hosts: ReadonlySet<string>, reach: Reach): void {
  const [host = '', port = HTTPS] = target.split(':')
  // Any other port of such a host is not its registry, and what is written there need not even be a number.
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
  // Either end may go at any time; the other one is told by the end of its stream.
  remote.on('error', () => client.destroy())
  client.on('error', () => remote.destroy())
}

/** For registries without TLS, such as one on this machine. */
function forward(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  hosts: ReadonlySet<string>,
  reach: Reach,
): void {
  const url = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : undefined
  if (url?.protocol !== 'http:' || !hosts.has(url.host)) {
    response.writeHead(403).end()
    return
  }
  // Node throws at a request that announces trailers and has none.
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
