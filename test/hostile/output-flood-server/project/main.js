const http = require('node:http')

const page = `<!doctype html><title>Flood</title><h1>Real</h1><p id="out"></p>
<button id="go" onclick="out.textContent = 'Done'">Go</button>`
const line = 'x'.repeat(100_000)

// Bounded if nothing stops it: 20,000 lines of 100 KB.
let left = 20_000
const timer = setInterval(() => {
  left -= 5
  if (left < 0) return clearInterval(timer)
  for (let count = 0; count < 5; count += 1) process.stdout.write(`${line}\n`)
}, 5)

http
  .createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(page)
  })
  .listen(process.env.PORT ?? 8000)
