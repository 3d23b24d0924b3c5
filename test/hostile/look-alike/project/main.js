const http = require('node:http')

// A Cyrillic letter, a zero-width joiner, and a reversed word.
const page = `<!doctype html><meta charset="utf-8"><title>Look-alike</title><h1>R\u0435a\u200dl</h1>
<p id="out"></p><button id="go" onclick="out.textContent = '\u202eenoD'">Go</button>`

http
  .createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(page)
  })
  .listen(process.env.PORT ?? 8000)
