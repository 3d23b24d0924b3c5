const http = require('node:http')

// A selector with 100,000 brackets overflows the stack of the renderer process.
const crash = `<!doctype html><title>Crash</title><p>Crash</p>
<script>document.querySelector(':is('.repeat(1e5) + 'a' + ')'.repeat(1e5))</script>`
const plain = (text) => `<!doctype html><title>Plain</title><h1>${text}</h1>`
let seen = 0

http
  .createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    if (request.url === '/plain') response.end(plain('Real'))
    else response.end((seen += 1) === 1 ? crash : plain('Wrong'))
  })
  .listen(process.env.PORT ?? 8000)
