/** A host that a sandbox may reach. */
export interface Destination {
  /** As the configuration spells it, for messages. */
  readonly name: string
  readonly host: string
  readonly port: number
}

const HTTPS = 443
const HTTP = 80

/**
 * Only this module decides where a request of a sandbox leads. It looks the text of a request up in a table and never parses it,
 * so the text selects one of the allowed destinations or none.
 */
export class Destinations {
  readonly #tunnels = new Map<string, Destination>()
  readonly #sites = new Map<string, Destination>()

  /** @param hosts `host` or `host:port`; a host without a port has the usual ports */
  constructor(hosts: Iterable<string>) {
    for (const name of hosts) {
      const [, written = '', port] = /^(.*?)(?::(\d+))?$/s.exec(name.toLowerCase()) ?? []
      const host = written.replace(/^\[(.*)\]$/, '$1')
      const to = (usual: number): Destination => ({ name, host, port: port === undefined ? usual : Number(port) })
      this.#tunnels.set(`${written}:${port ?? String(HTTPS)}`, to(HTTPS))
      this.#sites.set(port === undefined || port === String(HTTP) ? written : `${written}:${port}`, to(HTTP))
    }
  }

  /** @param target Of a CONNECT request. Without a port, it means HTTPS. */
  ofTunnel(target: string): Destination | undefined {
    const known = target.toLowerCase()
    return this.#tunnels.get(known) ?? this.#tunnels.get(`${known}:${String(HTTPS)}`)
  }

  /**
   * @param address Of a request without TLS: a whole URL. One with a user name or a password is refused: Node decodes them, and
   *   throws if they are not well formed.
   */
  ofRequest(address: string): (Destination & { readonly path: string; readonly site: string }) | undefined {
    if (!URL.canParse(address)) return undefined
    const { protocol, username, password, host: site, pathname, search } = new URL(address)
    if (protocol !== 'http:' || username !== '' || password !== '') return undefined
    const destination = this.#sites.get(site)
    return destination && { ...destination, site, path: pathname + search }
  }
}
