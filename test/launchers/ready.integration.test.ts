import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { freePort } from '../../harness/launchers/ports.ts'
import { answers, untilAnswering } from '../../harness/launchers/ready.ts'
import { until } from '../helpers.ts'

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok'

interface RawServer extends AsyncDisposable {
  readonly address: string
  readonly connections: () => number
}

/** A server that passes each connection, with its number, to the function. */
async function rawServer(treat: (socket: Socket, connection: number) => void): Promise<RawServer> {
  const sockets = new Set<Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', () => undefined)
    treat(socket, sockets.size)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://localhost:${String((server.address() as AddressInfo).port)}/`,
    connections: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const never = new AbortController().signal

describe('untilAnswering', () => {
  it.each([200, 301, 404, 500])('accepts status %i as an answer', async (status) => {
    await using server = await rawServer((socket) =>
      socket.end(`HTTP/1.1 ${String(status)} X\r\ncontent-length: 0\r\n\r\n`),
    )
    await untilAnswering(server.address, never)
    expect(server.connections()).toBe(1)
  })

  // Browsers resolve "localhost" to `::1` too, whatever the hosts file says.
  it.each(['127.0.0.1', '0.0.0.0', '::', '::1'])('waits until a server listens on %s', async (host) => {
    const port = await freePort()
    const waiting = untilAnswering(`http://localhost:${String(port)}/`, AbortSignal.timeout(10_000))
    const server = http.createServer((_, response) => response.end()).listen(port, host)
    try {
      await expect(waiting).resolves.toBeUndefined()
    } finally {
      server.close()
      server.closeAllConnections()
    }
  })

  it('repeats the probe if a server accepts and never answers', async () => {
    await using server = await rawServer((socket, connection) => {
      if (connection > 2) socket.end(OK)
    })
    const began = performance.now()
    await untilAnswering(server.address, never)
    expect(server.connections()).toBe(3)
    expect(performance.now() - began).toBeLessThan(60_000)
  })

  const impostors: Record<string, (socket: Socket) => void> = {
    closes: (socket) => socket.end(),
    resets: (socket) => socket.resetAndDestroy(),
    'speaks something else': (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
    'answers half a line': (socket) => socket.end('HTTP/1.1 20'),
    'changes the protocol': (socket) =>
      socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
  }
  it.each(Object.keys(impostors))('does not accept a server that %s, and asks again', async (name) => {
    await using server = await rawServer((socket, connection) => {
      if (connection === 1) impostors[name]?.(socket)
      else socket.end(OK)
    })
    const waiting = untilAnswering(server.address, never).then(() => 'answered')
    expect(await Promise.race([waiting, delay(60_000, 'never asked again', { ref: false })])).toBe('answered')
    expect(server.connections()).toBe(2)
  })

  it('does not read a body that never ends', async () => {
    let isClosed = false
    const server = http.createServer((_, response) => {
      response.on('close', () => (isClosed = true))
      const pour = (): void => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', pour)
      }
      pour()
    })
    server.listen(0)
    await once(server, 'listening')
    await untilAnswering(`http://localhost:${String((server.address() as AddressInfo).port)}/`, never)
    await expect.poll(() => isClosed, { timeout: 60_000 }).toBe(true)
    server.close()
  })

  it('stops on its signal, even in the middle of a probe', async () => {
    await using server = await rawServer(() => undefined)
    const controller = new AbortController()
    const waiting = untilAnswering(server.address, controller.signal)
    await until(() => server.connections() === 1, 'the probe has connected')
    const began = performance.now()
    controller.abort()
    await expect(waiting).rejects.toThrow(/abort/i)
    expect(performance.now() - began).toBeLessThan(60_000)
  })
})

describe('answers', () => {
  it('is false if nothing listens', async () => {
    expect(await answers(`http://localhost:${String(await freePort())}/`, never)).toBe(false)
  })
})
