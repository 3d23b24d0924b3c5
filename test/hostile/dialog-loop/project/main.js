const http = require('node:http')

// Bounded if nothing stops it: a million dialogues.
const loop = (name) => `<!doctype html><title>Loop</title><h1>Real</h1>
<script>for (let i = 0; i < 1e6; i += 1) ${name}('again ' + i)</script>`

http
  .createServer((request, response) => {
    const name = request.url.slice(1)
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(name === 'plain' ? '<!doctype html><title>Plain</title><h1>Real</h1>' : loop(name))
  })
  .listen(process.env.PORT ?? 8000)
