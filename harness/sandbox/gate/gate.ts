import path from 'node:path'
import { isThisMachine } from '../../lib/network/loopback.ts'
import { openForwarder, type Inside } from './forwarder.ts'
import { GateProcess } from './process.ts'

export interface GateParts extends Inside {
  /** Folder of the host for the sockets. */
  readonly folder: string
}

export interface Gate {
  /** The proxy's address inside the sandbox; undefined if no proxy is needed. */
  readonly proxy: string | undefined
  /** The hosts whose last connection attempt failed. */
  readonly unreachable: () => Promise<string | undefined>
}

/** The proxy's port inside. Any port is free, because nothing else listens there yet. */
const PROXY_PORT = 3128

const PORT = /:(\d+)$/

/**
 * Lets a sandbox reach the hosts that a tool needs, and nothing else. A server on this machine's loopback appears on the
 * sandbox's loopback at the same port; other hosts are reached through a proxy.
 * @param hosts `host` or `host:port`
 */
export async function openHostGate(hosts: readonly string[], parts: GateParts): Promise<Gate> {
  const isLocal = (host: string) => isThisMachine(host.replace(PORT, ''))
  const ports = hosts.filter(isLocal).flatMap((host) => PORT.exec(host)?.[1] ?? [])
  return openGate({ proxied: hosts.filter((host) => !isLocal(host)), ports: [...new Set(ports.map(Number))] }, parts)
}

/** Lets a sandbox reach package registries, all of them through a proxy, and nothing else. */
export async function openRegistryGate(hosts: Iterable<string>, parts: GateParts): Promise<Gate & { proxy: string }> {
  const { unreachable } = await openGate({ proxied: [...hosts], ports: [] }, parts)
  return { proxy: PROXY, unreachable }
}

const PROXY = `http://127.0.0.1:${String(PROXY_PORT)}`

interface Ways {
  readonly proxied: readonly string[]
  readonly ports: readonly number[]
}

async function openGate({ proxied, ports }: Ways, { folder, ...inside }: GateParts): Promise<Gate> {
  const proxy = { socket: path.join(folder, 'proxy'), hosts: [...proxied] }
  const doors = ports.map((port) => ({ socket: path.join(folder, `port-${String(port)}`), port }))
  const gate = await GateProcess.start({ ...(proxied.length > 0 ? { proxy } : {}), ports: doors })
  inside.cleanup.use(gate)
  for (const { socket, port } of doors) await openForwarder(socket, port, inside)
  if (proxied.length > 0) await openForwarder(proxy.socket, PROXY_PORT, inside)
  return { proxy: proxied.length > 0 ? PROXY : undefined, unreachable: () => gate.unreachable() }
}
