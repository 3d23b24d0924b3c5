/**
 * The host names of the loopback interface, as `URL.hostname` spells them. A project listens there; a page that it serves
 * has one of these hosts, and the browser shows no other page.
 */
export const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]', '0.0.0.0'] as const

/** The addresses that `localhost` stands for. */
export const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1'] as const

const HOSTS: ReadonlySet<string> = new Set(LOOPBACK_HOSTS)

/** @param hostname As in `URL.hostname` */
export function isLoopbackHost(hostname: string): boolean {
  return HOSTS.has(hostname)
}

/** Whether a server is on this machine: its host may be any address of 127.0.0.0/8, and `::1` may have no brackets. */
export function isThisMachine(hostname: string): boolean {
  return isLoopbackHost(hostname) || hostname === '::1' || /^127(\.\d+){3}$/.test(hostname)
}

/** The loopback hosts for NO_PROXY, which has no brackets. */
export function withoutProxy(): string {
  return LOOPBACK_HOSTS.map((host) => host.replaceAll(/[[\]]/g, '')).join(',')
}
