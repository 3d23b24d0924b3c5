const http = require('node:http')

// A selector with 100,000 brackets overflows the stack of the renderer process.
const crash = `<!doctype html><title>Crash</title><p>Crash</p>
<script>document.querySelector(':is('.repeat(1e5) + 'a' + ')'.repeat(1e5))</script>`
const plain = (text) => `<!doctype html><title>Plain</title><h1>${text}</h1>`
const seen = new Set()

http
  .createServer((request, response) => {
    const crashes = request.url !== '/plain' && request.url !== '/favicon.ico' && !seen.has(request.url)
    seen.add(request.url)
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(crashes ? crash : plain(request.url === '/plain' ? 'Real' : 'Wrong'))
  })
  .listen(process.env.PORT ?? 8000)
