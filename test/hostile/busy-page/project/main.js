const http = require('node:http')

// Bounded if nothing stops it: two minutes.
const page = `<!doctype html><title>Busy</title><h1>Real</h1><p id="out"></p>
<button id="go" onclick="for (const end = Date.now() + 120000; Date.now() < end; );">Go</button>`

http
  .createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(page)
  })
  .listen(process.env.PORT ?? 8000)
