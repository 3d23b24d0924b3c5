/** A network between two programs on loopback that a test can cut. */
import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'

export interface Network extends AsyncDisposable {
  readonly port: number
  /** Ends all connections and refuses new ones. */
  cut(): void
  repair(): void
  /** Keeps connections open, but nothing passes any more until it is repaired. */
  swallow(): void
  /** From now on each connection ends after so many bytes of its client; undefined: none does. */
  endAfter(bytes: number | undefined): void
  /** How many connections were ended. */
  readonly cuts: number
}

/** @param to A port on loopback */
export async function network(to: () => number): Promise<Network> {
  const sockets = new Set<Socket>()
  let [isCut, isSwallowing, cuts] = [false, false, 0]
  let most: number | undefined
  const end = (socket: Socket) => {
    sockets.delete(socket)
    socket.destroy()
  }
  const server = net.createServer((client) => {
    if (isCut) {
      client.destroy()
      return
    }
    const upstream = net.connect(to(), '127.0.0.1')
    const both = [client, upstream]
    for (const socket of both) {
      sockets.add(socket)
      const endBoth = () => {
        for (const each of both) end(each)
      }
      socket.on('error', endBoth)
      socket.on('close', endBoth)
    }
    let bytes = 0
    const limit = most
    client.on('data', (part) => {
      if (isSwallowing) return
      bytes += part.length
      upstream.write(part)
      if (limit === undefined || bytes <= limit) return
      cuts += 1
      for (const each of both) end(each)
    })
    upstream.on('data', (part) => {
      if (!isSwallowing) client.write(part)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    get cuts() {
      return cuts
    },
    cut() {
      isCut = true
      cuts += sockets.size / 2
      for (const socket of [...sockets]) end(socket)
    },
    repair() {
      isCut = false
      // Swallowed bytes are lost, and with them the connections.
      if (isSwallowing) for (const socket of [...sockets]) end(socket)
      isSwallowing = false
    },
    swallow() {
      isSwallowing = true
    },
    endAfter(bytes) {
      most = bytes
    },
    async [Symbol.asyncDispose]() {
      for (const socket of [...sockets]) end(socket)
      server.close()
      await once(server, 'close')
    },
  }
}
