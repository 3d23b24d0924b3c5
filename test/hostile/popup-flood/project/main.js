const http = require('node:http')

// Bounded if nothing stops it: 200 windows, counted here.
let windows = 0

const page = (more) => `<!doctype html><title>Windows</title><h1>Real</h1><p id="out"></p>
<button id="go" onclick="out.textContent = 'Done'">Go</button>
<script>for (let i = 0; i < ${String(more)}; i += 1) window.open('/?' + Math.random(), '_blank', 'width=100,height=100')</script>`

http
  .createServer((request, response) => {
    const more = windows < 200 ? 5 : 0
    windows += more
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(page(more))
  })
  .listen(process.env.PORT ?? 8000)
