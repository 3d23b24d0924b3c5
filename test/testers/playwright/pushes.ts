/** Servers that push data. */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** An event source that sends `text(1)`, `text(2)` and so on, one every `every` ms, until the page is gone. */
export function events(response: ServerResponse, text: (n: number) => string, every: number): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  let n = 0
  const timer = setInterval(() => response.write(`data: ${text((n += 1))}\n\n`), every)
  response.once('close', () => {
    clearInterval(timer)
  })
}

/** RFC 6455, 1.3 */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** A WebSocket that sends the same. */
export function sayAgain(request: IncomingMessage, socket: Duplex, text: (n: number) => string, every: number): void {
  const key = request.headers['sec-websocket-key'] ?? ''
  const accept = createHash('sha1')
    .update(key + GUID)
    .digest('base64')
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
  )
  let n = 0
  const timer = setInterval(() => {
    const payload = Buffer.from(text((n += 1)))
    // A whole text message of at most 125 bytes.
    socket.write(Buffer.concat([Buffer.from([0x81, payload.length]), payload]))
  }, every)
  for (const event of ['close', 'error'])
    socket.once(event, () => {
      clearInterval(timer)
    })
}
