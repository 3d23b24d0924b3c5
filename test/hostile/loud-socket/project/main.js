const http = require('node:http')
const { createHash } = require('node:crypto')

const page = (
  size,
) => `<!doctype html><title>Loud</title><h1>Real</h1><p><a href="/10">10</a> <a href="/100">100</a> <a href="/600">600</a> <a href="/0">0</a></p>
<button id="go" onclick="out.textContent = 'Done'">Go</button><p id="out"></p><p id="state">Over</p>
<script>
  const size = ${size} * 1e6
  if (size > 0) {
    state.textContent = 'Waiting'
    const socket = new WebSocket('ws://' + location.host + '/' + size)
    socket.onmessage = socket.onclose = () => { state.textContent = 'Over' }
  }
</script>`

const server = http.createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' })
  response.end(page(Number(request.url.slice(1)) || 0))
})
// One message in the format of RFC 6455: a final text frame with an eight-byte length.
server.on('upgrade', async (request, socket) => {
  socket.on('error', () => socket.destroy())
  const key = request.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
  const accept = createHash('sha1').update(key).digest('base64')
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  )
  const size = Number(request.url.slice(1))
  const head = Buffer.alloc(10)
  head[0] = 0x81
  head[1] = 127
  head.writeBigUInt64BE(BigInt(size), 2)
  socket.write(head)
  const part = Buffer.alloc(1e6, 'x')
  for (let sent = 0; sent < size && !socket.destroyed; sent += part.length)
    if (!socket.write(part))
      await new Promise((resolve) => {
        socket.once('drain', resolve)
        socket.once('close', resolve)
      })
})
server.listen(process.env.PORT ?? 8000)
