const http = require('node:http')

// Bounded if nothing stops it: 200,000 lines.
const page = `<!doctype html><title>Flood</title><h1>Real</h1><p id="out"></p>
<button id="go" onclick="out.textContent = 'Done'">Go</button>
<script>
  let count = 0
  const flood = () => {
    for (let i = 0; i < 1000; i += 1) console.error('x'.repeat(1000), { count, list: [1, 2, 3] })
    count += 1000
    if (count < 2e5) setTimeout(flood)
  }
  setTimeout(flood)
</script>`

http
  .createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(page)
  })
  .listen(process.env.PORT ?? 8000)
