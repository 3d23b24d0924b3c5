const http = require('node:http')

const page = (
  size,
) => `<!doctype html><title>Loud</title><h1>Real</h1><p><a href="/10">10</a> <a href="/100">100</a> <a href="/600">600</a> <a href="/0">0</a></p>
<button id="go" onclick="out.textContent = 'Done'; save()">Go</button><p id="out"></p>
<script>
  const size = ${size} * 1e6
  const save = () => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([new Uint8Array(size)]))
    link.download = 'file.bin'
    link.click()
  }
</script>`

const server = http.createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' })
  response.end(page(Number(request.url.slice(1)) || 0))
})
server.listen(process.env.PORT ?? 8000)
