const http = require('node:http')

// Bounded if nothing stops it: 8 GiB.
const kept = []
const bomb = () => {
  for (let count = 0; count < 512; count += 1) kept.push(Buffer.alloc(16 * 1024 * 1024, count))
}

http
  .createServer((request, response) => {
    if (request.url === '/bomb') bomb()
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<!doctype html><title>Home</title><p>Home</p>')
  })
  .listen(process.env.PORT ?? 8000)
