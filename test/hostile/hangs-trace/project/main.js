const http = require('node:http')

// Bounded if nothing stops it: five minutes.
const page = `<!doctype html><title>Hang</title><h1>Real</h1>
<button id="go" onmousedown="for (const end = Date.now() + 300000; Date.now() < end; );">Go</button>`

http
  .createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(page)
  })
  .listen(process.env.PORT ?? 8000)
