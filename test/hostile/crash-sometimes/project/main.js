const http = require('node:http')

// Bounded, in case nothing breaks: 100,000 elements.
const crash = `<!doctype html><title>Crash</title><p>Crash</p>
<script>
  let inner = document.body
  for (let i = 0; i < 1e5; i += 1) {
    const next = document.createElement('div')
    next.style.display = 'inline-block'
    inner.append(next)
    inner = next
  }
  inner.textContent = String(document.body.offsetHeight)
</script>`
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
