import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import type { Cleanup } from '../../lib/async/cleanup.ts'
import { withoutProxy } from '../../lib/network/loopback.ts'
import { openForwarder } from '../gate/forwarder.ts'
import { openHostGate, openRegistryGate } from '../gate/gate.ts'
import type { SandboxOptions } from '../limits.ts'
import { registries } from '../registries.ts'
import type { PrivateNetwork } from './network.ts'

/** Access to hosts besides the trial's own loopback. */
export interface HostAccess {
  readonly unreachable: () => Promise<string | undefined>
  readonly environment: Readonly<Record<string, string>>
  readonly mounts: readonly string[]
}

interface Surroundings {
  readonly scratch: string
  readonly network: PrivateNetwork
  readonly cleanup: Cleanup
}

/** Undefined if the sandbox may reach no host. */
export async function openHostAccess(
  { registry, hosts, gateway }: SandboxOptions,
  around: Surroundings,
): Promise<HostAccess | undefined> {
  if (registry === true) return accessToRegistries(around)
  if (gateway) await openForwarder(gateway.socket, gateway.port, { ...around.network, cleanup: around.cleanup })
  return hosts && accessToHosts(hosts, around)
}

const PROXIES = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY']
const CERTIFICATES = ['--ro-bind-try', '/etc/ssl', '/etc/ssl']

/** A proxy to the registries' hosts, and the certificates to verify them. */
async function accessToRegistries({ scratch, network, cleanup }: Surroundings): Promise<HostAccess> {
  const { hosts, environment } = await registries()
  const folder = await mkdtemp(path.join(scratch, 'gate-'))
  const { proxy, unreachable } = await openRegistryGate(hosts, { folder, cleanup, ...network })
  const names = [...PROXIES, 'npm_config_proxy', 'npm_config_https_proxy']
  return { environment: { ...environment, ...each(names, proxy) }, mounts: CERTIFICATES, unreachable }
}

/** The hosts that a tool needs: servers on this machine at their own ports, other hosts through a proxy. */
async function accessToHosts(
  hosts: readonly string[],
  { scratch, network, cleanup }: Surroundings,
): Promise<HostAccess> {
  const folder = await mkdtemp(path.join(scratch, 'gate-'))
  const { proxy, unreachable } = await openHostGate(hosts, { folder, cleanup, ...network })
  const proxies = proxy === undefined ? {} : each([...PROXIES, 'ALL_PROXY', 'all_proxy'], proxy)
  const environment = { ...proxies, ...each(['NO_PROXY', 'no_proxy'], withoutProxy()) }
  return { environment, mounts: CERTIFICATES, unreachable }
}

function each(names: readonly string[], value: string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, value]))
}
