const http = require('node:http')

// Bounded if nothing breaks: 20,000 elements, and 8 GiB.
const page = `<!doctype html><title>Crash</title><h1>Real</h1><p id="out"></p>
<button id="selector">Selector</button><button id="deep">Deep</button><button id="memory">Memory</button>
<script>
  document.querySelector('#selector').onclick = () => document.querySelector(':is('.repeat(1e5) + 'a' + ')'.repeat(1e5))
  document.querySelector('#deep').onclick = () => {
    let inner = document.body
    for (let i = 0; i < 2e4; i += 1) {
      const next = document.createElement('div')
      inner.append(next)
      inner = next
    }
    out.textContent = document.body.offsetHeight
  }
  document.querySelector('#memory').onclick = () => {
    const kept = []
    for (let i = 0; i < 512; i += 1) kept.push(new Float64Array(2 * 1024 * 1024).fill(i))
    out.textContent = kept.length
  }
</script>`

http
  .createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(page)
  })
  .listen(process.env.PORT ?? 8000)
