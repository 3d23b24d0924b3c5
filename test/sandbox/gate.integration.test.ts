import http from 'node:http'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Cleanup } from '../../harness/lib/async/cleanup.ts'
import { GateProcess } from '../../harness/sandbox/gate/process.ts'
import { temporaryFolder, type TemporaryFolder } from '../helpers.ts'
import { destinations } from './gate-cases.ts'

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

/** The first line of the gate's answer. */
async function answerTo(...lines: readonly string[]): Promise<string> {
  const client = connectTo(proxySocket())
  client.write(`${lines.join('\r\n')}\r\n\r\n`)
  const [answer] = (await once(client, 'data')) as [Buffer]
  client.destroy()
  return String(answer).split('\r\n')[0] ?? ''
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
  it('refuses other ports of a registry host, and texts that are no port', async () => {
    const gate = await gateTo(['localhost'])
    for (const port of ['99999', '0', '1', 'ssh', '-1', '443x', ''])
      expect(await answerTo(`CONNECT localhost:${port} HTTP/1.1`, 'Host: localhost'), port).toContain('403')
    expect(await gate.unreachable()).toBeUndefined()
  })

  it('connects to the registered port of a host, and to no other', async () => {
    const host = await registry()
    await gateTo([host])
    expect(await throughTunnel(host)).toContain(`GET /package of ${host}`)
    expect(await answerTo('CONNECT 127.0.0.1:1 HTTP/1.1', 'Host: x')).toContain('403')
    expect(await answerTo('GET http://127.0.0.1:1/ HTTP/1.1', 'Host: x')).toContain('403')
  })

  it('passes on the body of a request that has no length', async () => {
    const host = await registry()
    await gateTo([host])
    const client = connectTo(proxySocket())
    const head = `POST http://${host}/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`
    client.write(`${head}3\r\nabc\r\n0\r\n\r\n`)
    expect(await text(client)).toContain('POST /x')
  })

  it('says so if its process has ended, and nothing else ends with it', async () => {
    const gate = await gateTo(['localhost'])
    process.kill(gate.pid ?? 0, 'SIGKILL')
    expect(await gate.unreachable()).toBe('every host (the way out of the sandbox ended: SIGKILL)')
  })
})

describe('hostile bytes', () => {
  it('refuses odd addresses', async () => {
    const host = await registry()
    await gateTo([host])
    const requests = [
      ...[`GET http://%ff@${host}/`, `GET http://a:%@${host}/`, `GET ftp://${host}/`, 'GET /'],
      ...[`CONNECT %ff@${host}`, 'CONNECT [::1%25lo]:443', 'CONNECT :', `CONNECT ${host}/`, `CONNECT ${host}#`],
    ]
    for (const request of requests)
      expect(await answerTo(`${request} HTTP/1.1`, 'Host: x'), request).toMatch(/^HTTP\/1.1 40[03] /)
    expect(await throughTunnel(host)).toContain('GET /package')
  })

  it('answers a head that is too large, and an incomplete request that ends', async () => {
    await gateTo(['localhost'])
    const large = connectTo(proxySocket())
    large.write(`GET http://localhost/ HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`)
    expect(await text(large)).toContain('400')
    const half = connectTo(proxySocket())
    half.end('CONNECT localhost:44')
    expect(await text(half)).toContain('400')
  })
})

describe('the destinations of requests', () => {
  it('are the hosts at their ports', () => {
    expect(destinations.ofTunnel('registry.example')).toMatchObject({ host: 'registry.example', port: 443 })
    expect(destinations.ofTunnel('Registry.example:443')).toMatchObject({ host: 'registry.example', port: 443 })
    expect(destinations.ofTunnel('registry.example:80')).toBeUndefined()
    expect(destinations.ofTunnel('local.example:4873')).toMatchObject({ host: 'local.example', port: 4873 })
    expect(destinations.ofTunnel('local.example')).toBeUndefined()
    expect(destinations.ofTunnel('[::1]:4873')).toMatchObject({ host: '::1', port: 4873 })
    expect(destinations.ofRequest('http://registry.example/a?b#c')).toMatchObject({ port: 80, path: '/a?b' })
    expect(destinations.ofRequest('http://plain.example/')).toMatchObject({ host: 'plain.example', port: 80 })
    expect(destinations.ofRequest('http://local.example:4873/x')).toMatchObject({ host: 'local.example', port: 4873 })
    expect(destinations.ofRequest('http://local.example/')).toBeUndefined()
    expect(destinations.ofRequest('https://registry.example/')).toBeUndefined()
  })
})
