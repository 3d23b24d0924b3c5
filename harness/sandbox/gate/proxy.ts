import http from 'node:http'
import net from 'node:net'
import type { Duplex } from 'node:stream'
import type { Destinations } from './destinations.ts'
import type { Reachability } from './reachability.ts'
import { boundConnections, tie, untilClose } from './relay.ts'

/** Time limit for the head of a request, in milliseconds. */
const HEAD_DEADLINE = 30_000
/** Most bytes of the head of a request. */
const HEAD_BYTES = 16 * 1024

const FORBIDDEN = 403
const BAD_REQUEST = 400
const BAD_GATEWAY = 502

/**
 * An HTTP proxy that connects only to the given destinations. Every byte of a request is hostile: each error that it causes is
 * answered with a status, and no socket is ever without an error listener.
 */
export function proxyServer(destinations: Destinations, reach: Reachability): http.Server {
  const server = http.createServer(
    { maxHeaderSize: HEAD_BYTES, headersTimeout: HEAD_DEADLINE, insecureHTTPParser: false },
    (request, response) => {
      orRefuse(
        () => refuse(response, BAD_REQUEST),
        () => forward(request, response, destinations, reach),
      )
    },
  )
  // The first listener: it handles errors before another one is added and after that one is removed.
  server.on('connection', (client) => client.on('error', untilClose))
  server.on('clientError', (_, client) => end(client, BAD_REQUEST))
  server.on('connect', (request: http.IncomingMessage, client: Duplex, head: Buffer) => {
    orRefuse(
      () => end(client, BAD_REQUEST),
      () => tunnel(request.url ?? '', client, head, destinations, reach),
    )
  })
  return boundConnections(server)
}

function orRefuse(refuseIt: () => void, handle: () => void): void {
  try {
    handle()
  } catch {
    // The error concerns this one request, so only its client needs to know.
    refuseIt()
  }
}

function refuse(response: http.ServerResponse, status: number): void {
  if (response.headersSent) response.destroy()
  else response.writeHead(status).end()
}

/** Answers with only a status, and closes the connection. */
function end(client: Duplex, status: number): void {
  if (client.writable) client.write(`HTTP/1.1 ${String(status)} ${http.STATUS_CODES[status] ?? ''}\r\n\r\n`)
  if (client instanceof net.Socket) client.destroySoon()
  else client.destroy()
}

function tunnel(target: string, client: Duplex, head: Buffer, destinations: Destinations, reach: Reachability): void {
  const destination = destinations.ofTunnel(target)
  if (destination === undefined || !(client instanceof net.Socket)) {
    end(client, FORBIDDEN)
    return
  }
  const remote = net.connect(destination)
  reach.watch(destination, remote)
  tie(client, remote)
  remote.once('connect', () => {
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    // Bytes that the client sent before it got this answer.
    remote.write(head)
    client.pipe(remote).pipe(client)
  })
}

/** Headers that concern one connection only, and `expect`, which is answered here. */
const HOP_BY_HOP = [
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  // Node throws on a message that announces trailers and has none.
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
]

function endToEnd(headers: http.IncomingHttpHeaders): http.IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)))
}

/** For registries without TLS, such as a local one. */
function forward(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  destinations: Destinations,
  reach: Reachability,
): void {
  request.on('error', untilClose)
  response.on('error', untilClose)
  const destination = destinations.ofRequest(request.url ?? '')
  if (destination === undefined) {
    refuse(response, FORBIDDEN)
    return
  }
  const { host, port, path, site } = destination
  const isChunked = request.headers['transfer-encoding'] !== undefined
  const headers = { ...endToEnd(request.headers), ...(isChunked ? { 'transfer-encoding': 'chunked' } : {}), host: site }
  // One connection per request, so that a failure to connect is recognised as such.
  const onward = http.request({ host, port, path, method: request.method, headers, agent: false })
  onward.once('socket', (socket) => reach.watch(destination, socket))
  onward.on('error', untilClose)
  onward.on('response', (answer) => {
    answer.on('error', untilClose)
    answer.once('close', () => {
      if (!answer.complete) response.destroy()
    })
    orRefuse(
      () => refuse(response, BAD_GATEWAY),
      () => {
        response.writeHead(answer.statusCode ?? BAD_GATEWAY, endToEnd(answer.headers))
        answer.pipe(response)
      },
    )
  })
  // Also after an answer that is not a response, such as a switch of protocols.
  onward.once('close', () => {
    if (!response.headersSent) response.destroy()
  })
  response.once('close', () => onward.destroy())
  request.pipe(onward)
}
