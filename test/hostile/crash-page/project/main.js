const http = require('node:http')

// Bounded, in case nothing breaks: 100,000 elements, and 8 GiB.
const page = `<!doctype html><title>Crash</title><h1>Real</h1><p id="out"></p>
<button id="deep">Deep</button><button id="memory">Memory</button>
<script>
  document.querySelector('#deep').onclick = () => {
    let inner = document.body
    for (let i = 0; i < 1e5; i += 1) {
      const next = document.createElement('div')
      next.style.display = 'inline-block'
      inner.append(next)
      inner = next
    }
    inner.textContent = String(document.body.offsetHeight)
  }
  document.querySelector('#memory').onclick = () => {
    const kept = []
    for (let i = 0; i < 512; i += 1) kept.push(new Array(2 * 1024 * 1024).fill(0).map((_, j) => i + j + 0.5))
    out.textContent = kept.length
  }
</script>`

http
  .createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(page)
  })
  .listen(process.env.PORT ?? 8000)
