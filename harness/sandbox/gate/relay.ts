import net from 'node:net'
import type { Reachability } from './reachability.ts'

/** Most connections of one server at a time. npm opens at most 50, a browser of a tool fewer. */
export const MOST_CONNECTIONS = 512

/** Ignores an error of a socket: `close` follows it, and closes the other end. Without a listener, it would end the process. */
export const untilClose = (): void => undefined

/** Closes each end when the other one has closed for any reason. Nothing that an end does can make it throw. */
export function tie(one: net.Socket, other: net.Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', untilClose)
    // Forwards the received bytes first, unless there is no connection yet.
    from.once('close', () => {
      if (to.connecting) to.destroy()
      else to.destroySoon()
    })
  }
}

/** A server that connects each client to a port of this machine's loopback. */
export function portServer(port: number, reach: Reachability): net.Server {
  const name = `localhost:${String(port)}`
  const server = net.createServer((client) => {
    const remote = net.connect(port, '127.0.0.1')
    reach.watch({ name, host: '127.0.0.1', port }, remote)
    tie(client, remote)
    client.pipe(remote).pipe(client)
  })
  return boundConnections(server)
}

/** Protects a server from a flood of connections. */
export function boundConnections<S extends net.Server>(server: S): S {
  server.maxConnections = MOST_CONNECTIONS
  // If a connection cannot be accepted (EMFILE), only that client is affected.
  server.on('listening', () => server.on('error', untilClose))
  return server
}
