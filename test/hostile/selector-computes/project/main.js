const http = require('node:http')

const cells = Array.from({ length: 5197 }, (_, index) => {
  const number = String(index)
  return `<td id="n${number}" lang="x${number}" class="cell ${index === 4900 ? 'far' : 'near'}" n="${number}">${number}</td>`
})
const page = `<!doctype html><title>Numbers</title><h1>Real</h1>
<input id="typed"><button id="go" onclick="copy(typed.value)">Go</button><p id="copy"></p><p id="marks"></p>
<table><tr>${cells.join('')}</tr></table>
<script>
  function copy(value) {
    typed.setAttribute('value', value)
    document.querySelector('#copy').textContent = value
    for (const cell of document.querySelectorAll('td')) cell.setAttribute('v', value)
  }
</script>`

http
  .createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(page)
  })
  .listen(process.env.PORT ?? 8000)
