const fs = require('node:fs')
const http = require('node:http')

const places = ['.', '/tmp', '/dev/shm', '/run', '/var/tmp', process.env.HOME ?? '.']
const marked = places.some((place) => fs.existsSync(`${place}/been-here`))
for (const place of places) {
  try {
    fs.writeFileSync(`${place}/been-here`, 'yes')
  } catch {
    // Some places are not writable.
  }
}

const page = '<h1>Real</h1><p id="out"></p><button id="go" onclick="out.textContent = \'Done\'">Go</button>'
if (!marked) setInterval(() => undefined, 1000)
else
  http
    .createServer((request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(page)
    })
    .listen(process.env.PORT ?? 8000)
