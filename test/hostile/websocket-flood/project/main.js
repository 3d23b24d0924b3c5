const { createHash } = require('node:crypto')
const http = require('node:http')

const page = `<!doctype html><title>Flood</title><h1>Real</h1><p id="out"></p>
<button id="go" onclick="out.textContent = 'Done'">Go</button>
<script>for (let i = 0; i < 4; i += 1) new WebSocket('ws://' + location.host)</script>`

/** One text frame of 16 KB; each socket sends 5000 of them: RFC 6455. */
const SIZE = 16 * 1024
const FRAMES = 5000
const frame = Buffer.concat([Buffer.from([0x81, 126, SIZE >> 8, SIZE & 255]), Buffer.alloc(SIZE, 'x')])

const server = http.createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' })
  response.end(page)
})
server.on('upgrade', (request, socket) => {
  const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
  const accept = createHash('sha1').update(key).digest('base64')
  const head = ['HTTP/1.1 101 Switching Protocols', 'upgrade: websocket', 'connection: Upgrade']
  socket.write(`${head.join('\r\n')}\r\nsec-websocket-accept: ${accept}\r\n\r\n`)
  socket.on('error', () => undefined)
  let sent = 0
  const send = () => {
    while (sent < FRAMES && !socket.destroyed) {
      sent += 1
      if (!socket.write(frame)) return
    }
  }
  socket.on('drain', send)
  send()
})
server.listen(process.env.PORT ?? 8000)
