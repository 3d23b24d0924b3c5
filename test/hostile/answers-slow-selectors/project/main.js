const http = require('node:http')

// So many elements that checking every pair or triple takes for ever.
const rows = Array.from({ length: 3000 }, (_, index) => `<li class="r"><i>${index}</i></li>`).join('')
const page = `<!doctype html><title>Many</title><h1>Real</h1><button id="go" onclick="out.textContent = 'Done'">Go</button>
<p id="out"></p><ul>${rows}</ul>`

http
  .createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(page)
  })
  .listen(8000)
