const http = require('node:http')

// The text covers millions of pixels, so comparing pictures of it would be expensive.
const far = [...'42'].map((letter) => `<span style="margin-right: 3000px; font-size: 400px">${letter}</span>`).join('')
const page = `<!doctype html><title>Far</title><h1>Far</h1><p id="plain">42</p>
<div style="width: 20000px"><p id="far">${far}</p></div>
<p id="huge" style="font-size: 9000px; line-height: 1">42</p>
<p id="long" style="width: 20px; overflow-wrap: anywhere">${'42 '.repeat(20000)}</p>`

http
  .createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(page)
  })
  .listen(process.env.PORT ?? 8000)
