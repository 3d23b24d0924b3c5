const fs = require('node:fs')
const http = require('node:http')

// A selector with 100,000 brackets overflows the stack of the renderer process.
const crash = `<!doctype html><title>Crash</title><p>Crash</p>
<script>document.querySelector(':is('.repeat(1e5) + 'a' + ')'.repeat(1e5))</script>`
const plain = (text) => `<!doctype html><title>Plain</title><h1>${text}</h1>`
let seen = 0

// A mark that survives an attempt shows the next one that it is the second; then it does not crash.
const places = ['.', '/tmp', '/dev/shm', '/run', '/var/tmp', process.env.HOME ?? '.', '/project/node_modules']
const marked = places.some((place) => fs.existsSync(`${place}/been-here`))
for (const place of places) {
  try {
    fs.writeFileSync(`${place}/been-here`, 'yes')
  } catch {
    // Some places are not writable.
  }
}

http
  .createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    if (request.url === '/favicon.ico') return response.end()
    if (request.url === '/counted' || request.url === '/later') seen += 1
    if (seen === 0 || marked) return response.end(plain('Real'))
    response.end(seen === 1 ? crash : plain('Wrong'))
  })
  .listen(process.env.PORT ?? 8000)
