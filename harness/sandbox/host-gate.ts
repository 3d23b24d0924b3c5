import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'
import { isThisMachine } from '../lib/network/loopback.ts'
import { openForwarder, openRegistryGate, type GateParts } from './registry-gate.ts'

export interface HostGateParts extends Pick<GateParts, 'enter' | 'isListening' | 'cleanup'> {
  /** Folder of the host for the sockets. */
  readonly folder: string
}

/**
 * Lets a sandbox reach the given hosts and nothing else. A server on this machine's loopback appears on the sandbox's
 * loopback at the same port; other hosts are reached through a proxy.
 * @param hosts `host` or `host:port`
 */
export async function openHostGate(hosts: readonly string[], parts: HostGateParts): Promise<HostGate> {
  const [local, remote] = [hosts.filter(isLocal), hosts.filter((host) => !isLocal(host))]
  const localPorts = local.map((host) => PORT.exec(host)?.[1]).filter((port) => port !== undefined)
  const problems = new Map<number, string>()
  for (const port of new Set(localPorts)) await openPort(Number(port), parts, problems)
  const proxy =
    remote.length === 0
      ? undefined
      : await openRegistryGate({ ...parts, socket: path.join(parts.folder, 'proxy'), hosts: new Set(remote) })
  const unreachable = () => [...problems.values(), proxy?.unreachable()].find((problem) => problem !== undefined)
  return { proxy: proxy?.address, unreachable }
}

const PORT = /:(\d+)$/

function isLocal(host: string): boolean {
  return isThisMachine(host.replace(PORT, ''))
}

export interface HostGate {
  /** The proxy's address inside the sandbox; undefined if no proxy is needed. */
  readonly proxy: string | undefined
  /** A host whose last connection attempt failed. */
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
    // Either end may close at any time; closing the other end reports it.
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
  await openForwarder(socket, port, { enter, isListening, cleanup })
}

function closeServer(server: net.Server, clients: ReadonlySet<net.Socket>): void {
  for (const client of clients) client.destroy()
  server.close()
}
