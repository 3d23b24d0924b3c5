const http = require('node:http')

const page = (
  size,
) => `<!doctype html><title>Loud</title><h1>Real</h1><p><a href="/10">10</a> <a href="/100">100</a> <a href="/600">600</a> <a href="/0">0</a></p>
<button id="go" onclick="out.textContent = 'Done'">Go</button><p id="out"></p>
<script>
  const size = ${size} * 1e6
  if (size > 0) {
    setTimeout(() => { throw new Error('x'.repeat(Math.min(size, 5e8))) })
  }
</script>`

const server = http.createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' })
  response.end(page(Number(request.url.slice(1)) || 0))
})
server.listen(process.env.PORT ?? 8000)
