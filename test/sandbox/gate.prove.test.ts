/** The other cases of gate.integration.test.ts. */
import http from 'node:http'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Cleanup } from '../../harness/lib/async/cleanup.ts'
import { GateProcess } from '../../harness/sandbox/gate/process.ts'
import { MOST_CONNECTIONS } from '../../harness/sandbox/gate/relay.ts'
import { temporaryFolder, type TemporaryFolder } from '../helpers.ts'
import { known, destinations } from './gate-cases.ts'
import { CODE_POINT } from '../code-points.ts'

let folder: TemporaryFolder
let cleanup: Cleanup

beforeEach(async () => {
  folder = await temporaryFolder()
  cleanup = new Cleanup()
})
afterEach(async () => {
  await cleanup[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

const proxySocket = () => folder.file('proxy')
const portSocket = () => folder.file('port')

/** The gate process of a sandbox, without a network. Tests write the project's bytes to its sockets. */
async function gateTo(hosts: readonly string[], port?: number): Promise<GateProcess> {
  const ports = port === undefined ? [] : [{ socket: portSocket(), port }]
  return cleanup.use(await GateProcess.start({ proxy: { socket: proxySocket(), hosts: [...hosts] }, ports }))
}

function connectTo(socket: string): net.Socket {
  const client = net.connect({ path: socket, allowHalfOpen: true })
  // The gate may close the connection of a hostile client.
  client.on('error', () => undefined)
  cleanup.defer(() => {
    client.destroy()
  })
  return client
}

/** Tries again while the system refuses clients (EAGAIN) because too many wait to be accepted. */
async function connectedTo(socket: string): Promise<net.Socket> {
  for (;;) {
    const client = connectTo(socket).resume()
    try {
      await once(client, 'connect')
      return client
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
      await setTimeout(10)
    }
  }
}

/** A registry that echoes each request. */
async function registry(): Promise<string> {
  const server = http.createServer((request, response) => {
    response.end(`${request.method ?? ''} ${request.url ?? ''} of ${request.headers.host ?? ''}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanup.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  return `127.0.0.1:${String((server.address() as AddressInfo).port)}`
}

/** The answer to a package client that sends a request through a tunnel of the same gate. */
async function throughTunnel(host: string): Promise<string> {
  const client = connectTo(proxySocket())
  client.write(`CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  const [answer] = (await once(client, 'data')) as [Buffer]
  expect(String(answer)).toContain('200')
  client.end(`GET /package HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  return text(client)
}

describe('the way out of a sandbox', () => {
  it('passes on what a client sends before it knows that the tunnel is open', async () => {
    const host = await registry()
    await gateTo([host])
    const client = connectTo(proxySocket())
    client.end(`CONNECT ${host} HTTP/1.1\r\n\r\nGET /early HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    expect(await text(client)).toContain('GET /early')
  })

  it('asks a registry under its own name, whatever the request says', async () => {
    const host = await registry()
    await gateTo([host])
    const client = connectTo(proxySocket())
    client.write(`GET http://${host}/a?b HTTP/1.1\r\nHost: other\r\nTrailer: x\r\nConnection: close\r\n\r\n`)
    expect(await text(client)).toContain(`GET /a?b of ${host}`)
  })

  it('says which host could not be connected to, until it could', async () => {
    const taken = net.createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    taken.close()
    await once(taken, 'close')
    const host = `127.0.0.1:${String(port)}`
    const gate = await gateTo([host], port)
    await text(connectTo(proxySocket()).end(`CONNECT ${host} HTTP/1.1\r\n\r\n`))
    expect(await gate.unreachable()).toBe(`${host} (ECONNREFUSED)`)
    await text(connectTo(portSocket()))
    expect(await gate.unreachable()).toBe(`${host} (ECONNREFUSED), localhost:${String(port)} (ECONNREFUSED)`)
  })
})

describe('hostile bytes', () => {
  it('has room for another client after more connections than it accepts', async () => {
    const host = await registry()
    await gateTo([host])
    const clients: net.Socket[] = []
    while (clients.length < MOST_CONNECTIONS + 50) clients.push(await connectedTo(proxySocket()))
    await expect.poll(() => clients.some(({ readableEnded }) => readableEnded)).toBe(true)
    for (const client of clients) client.destroy()
    await expect.poll(() => throughTunnel(host).catch(() => '')).toContain('GET /package')
  })

  it('never end the process or reach another connection', async () => {
    const host = await registry()
    const gate = await gateTo([host], Number(host.split(':')[1]))
    await fc.assert(
      fc.asyncProperty(fc.array(attacks(host), { minLength: 1, maxLength: 8 }), async (several) => {
        await Promise.all(several.map(attack))
        expect(await throughTunnel(host)).toContain('GET /package')
      }),
      { numRuns: 150 },
    )
    expect(await gate.unreachable()).toBeUndefined()
  })
})

interface Attack {
  readonly pieces: readonly Buffer[]
  readonly ends: 'reset' | 'half-open' | 'at once' | 'after an answer'
  readonly door: 'proxy' | 'port'
}

/** Writes the pieces one by one, so that the gate sees every prefix, and then ends the connection in one of several ways. */
async function attack({ pieces, ends, door }: Attack): Promise<void> {
  const client = connectTo(door === 'proxy' ? proxySocket() : portSocket())
  for (const piece of pieces) await new Promise<void>((resolve) => client.write(piece, () => resolve()))
  if (ends === 'half-open') client.end()
  if (ends === 'after an answer') {
    client.end()
    await text(client).catch(() => '')
  }
  if (ends === 'reset') client.resume()
  if (ends !== 'half-open') client.destroy()
}

/** Well-formed, almost well-formed and malformed requests, in any number and order. */
function attacks(host: string): fc.Arbitrary<Attack> {
  const target = fc.oneof(
    fc.constantFrom(host, `%ff@${host}`, `a:b@${host}`, `${host}%00`, '[::1]:443', '[', '', ':', '//', '%'),
    fc.constantFrom(`http://${host}/`, `http://%ff@${host}/`, `http://${host}:99999/`, `http://[::1`, 'http://', '*'),
    fc.webUrl({ withQueryParameters: true }),
    fc.string({ unit: CODE_POINT, maxLength: 40 }),
  )
  const header = fc.oneof(
    fc.constantFrom('Upgrade: websocket\r\nConnection: Upgrade', 'Expect: 100-continue', 'Trailer: x', 'TE: trailers'),
    fc.constantFrom('Content-Length: 5', 'Content-Length: -1', 'Transfer-Encoding: chunked', 'Connection: close'),
    fc.constantFrom('Host: x', 'Host: %ff', 'Proxy-Connection: x', `X: ${'a'.repeat(17_000)}`, 'Keep-Alive: \u0080'),
    fc.string({ unit: CODE_POINT, maxLength: 30 }),
  )
  const method = fc.constantFrom('GET', 'CONNECT', 'HEAD', 'POST', 'DELETE', 'PRI', 'BREW', 'get')
  const request = fc
    .tuple(method, target, fc.array(header, { maxLength: 4 }), fc.constantFrom('', 'hello', '5\r\nhello\r\n0\r\n\r\n'))
    .map(([verb, to, headers, body]) => [`${verb} ${to} HTTP/1.1`, ...headers, '', body].join('\r\n'))
  const bytes = fc.oneof(
    request.map((each) => Buffer.from(each, 'latin1')),
    fc.uint8Array({ maxLength: 200 }).map((each) => Buffer.from(each)),
  )
  return fc.record({
    pieces: fc
      .array(bytes, { minLength: 1, maxLength: 5 })
      .chain((all) => fc.integer({ min: 1, max: 400 }).map((cut) => all.flatMap((each) => cutUp(each, cut)))),
    ends: fc.constantFrom('reset', 'half-open', 'at once'),
    door: fc.constantFrom('proxy', 'proxy', 'proxy', 'port'),
  })
}

function cutUp(bytes: Buffer, at: number): Buffer[] {
  return bytes.length <= at ? [bytes] : [bytes.subarray(0, at), bytes.subarray(at)]
}

describe('the destinations of requests', () => {
  it('are known hosts or none, whatever the text', () => {
    const names = new Set<string | undefined>([undefined, ...known])
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: CODE_POINT }), fc.webUrl(), fc.webAuthority({ withUserInfo: true })),
        (any) => {
          for (const found of [destinations.ofTunnel(any), destinations.ofRequest(any)])
            expect(names).toContain(found?.name)
        },
      ),
    )
  })
})
