import http from 'node:http'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Cleanup } from '../../harness/lib/async/cleanup.ts'
import { openRegistryGate, type Gate } from '../../harness/sandbox/registry-gate.ts'
import { temporaryFolder, type TemporaryFolder } from '../helpers.ts'

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

/** A gate without a network: tests write the project's requests to its socket. */
function gateTo(...hosts: readonly string[]): Promise<Gate> {
  const isListening = () => Promise.resolve(true)
  return openRegistryGate({
    socket: folder.file('socket'),
    hosts: new Set(hosts),
    enter: ['true'],
    isListening,
    cleanup,
  })
}

/** The first line of the gate's answer. */
async function answerTo(...lines: readonly string[]): Promise<string> {
  const client = net.connect(folder.file('socket'))
  client.write(`${lines.join('\r\n')}\r\n\r\n`)
  const [answer] = (await once(client, 'data')) as [Buffer]
  client.destroy()
  return String(answer).split('\r\n')[0] ?? ''
}

async function registry(): Promise<string> {
  const server = http.createServer((_, response) => response.end('packages')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanup.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  return `127.0.0.1:${String((server.address() as AddressInfo).port)}`
}

describe('the registry gate', () => {
  it.each(['99999', '0', '1', 'ssh', '-1', '443x', ''])('refuses the port "%s" of a registry host', async (port) => {
    const gate = await gateTo('localhost')
    expect(await answerTo(`CONNECT localhost:${port} HTTP/1.1`, 'Host: localhost')).toContain('403')
    expect(gate.unreachable()).toBeUndefined()
  })

  it('connects to the registered port of a host, and to no other', async () => {
    const host = await registry()
    await gateTo(host)
    expect(await answerTo(`CONNECT ${host} HTTP/1.1`, `Host: ${host}`)).toContain('200')
    expect(await answerTo('CONNECT 127.0.0.1:1 HTTP/1.1', 'Host: x')).toContain('403')
    expect(await answerTo('GET http://127.0.0.1:1/ HTTP/1.1', 'Host: x')).toContain('403')
  })

  it('forwards a request that announces trailers and has none', async () => {
    const host = await registry()
    await gateTo(host)
    const lines = [`GET http://${host}/ HTTP/1.1`, `Host: ${host}`, 'Trailer: x']
    expect(await answerTo(...lines)).toContain('200')
  })
})
