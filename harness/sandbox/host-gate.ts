import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'
import { openInside, openRegistryGate, type GateParts } from './registry-gate.ts'

export interface HostGateParts extends Pick<GateParts, 'enter' | 'isListening' | 'cleanup'> {
  /** Of the host, for the sockets. */
  readonly folder: string
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])(?::(\d+))?$/

/**
 * The way out of a sandbox to some hosts and nowhere else. A server on the loopback of this machine appears on the loopback
 * inside, at its own port; the others are reached by a proxy.
 * @param hosts `host` or `host:port`
 */
export async function openHostGate(hosts: readonly string[], parts: HostGateParts): Promise<HostGate> {
  const here = hosts.map((host) => LOOPBACK.exec(host)?.[3]).filter((port) => port !== undefined)
  const problems = new Map<number, string>()
  for (const port of new Set(here)) await openPort(Number(port), parts, problems)
  const elsewhere = new Set(hosts.filter((host) => !LOOPBACK.test(host)))
  const proxy =
    elsewhere.size === 0
      ? undefined
      : await openRegistryGate({ ...parts, socket: path.join(parts.folder, 'proxy'), hosts: elsewhere })
  const unreachable = () => [...problems.values(), proxy?.unreachable()].find((problem) => problem !== undefined)
  return { proxy: proxy?.address, unreachable }
}

export interface HostGate {
  /** Its address, as seen from inside, where one is needed. */
  readonly proxy: string | undefined
  /** A host that could not be reached when it was last tried. */
  readonly unreachable: () => string | undefined
}

async function openPort(
  port: number,
  { folder, enter, isListening, cleanup }: HostGateParts,
  problems: Map<number, string>,
): Promise<void> {
  const socket = path.join(folder, `port-${String(port)}.sock`)
  const clients = new Set<net.Socket>()
  const server = net.createServer((client) => {
    clients.add(client)
    const remote = net.connect(port, '127.0.0.1')
    // Either end may go at any time; the other one is told by the end of its stream.
    remote.once('connect', () => problems.delete(port))
    remote.on('error', (error: NodeJS.ErrnoException) => {
      if (remote.connecting || error.syscall === 'connect') problems.set(port, `localhost:${port} (${error.code})`)
      client.destroy()
    })
    client.on('error', () => remote.destroy())
    client.on('close', () => {
      clients.delete(client)
      remote.destroy()
    })
    client.pipe(remote).pipe(client)
  })
  server.listen(socket)
  await once(server, 'listening')
  cleanup.defer(() => closeServer(server, clients))
  await openInside(socket, port, { enter, isListening, cleanup })
}

function closeServer(server: net.Server, clients: ReadonlySet<net.Socket>): void {
  for (const client of clients) client.destroy()
  server.close()
}
