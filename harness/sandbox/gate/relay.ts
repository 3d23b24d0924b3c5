import net from 'node:net'
import type { Reachability } from './reachability.ts'

/** Connections that one door accepts at a time. npm opens at most 50, a browser of a tool fewer. */
export const MOST_CONNECTIONS = 512

/** An error of a socket needs no answer: `close` follows it, and closes the other end. Without a listener it ends the process. */
export const untilClose = (): void => undefined

/** Closes each end after the other one, whatever happens to it. Nothing that an end does can throw. */
export function tie(one: net.Socket, other: net.Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', untilClose)
    // What has been received is still sent on, unless there is no connection yet to send it on.
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
  return bounded(server)
}

/** A server that a flood of connections neither fills nor ends. */
export function bounded<S extends net.Server>(server: S): S {
  server.maxConnections = MOST_CONNECTIONS
  // A connection that cannot be accepted (EMFILE) is the loss of that one client.
  server.on('listening', () => server.on('error', untilClose))
  return server
}
