const fs = require('node:fs')
const http = require('node:http')

// A selector of a hundred thousand brackets exhausts the stack of the process that shows the page.
const crash = `<!doctype html><title>Crash</title><p>Crash</p>
<script>document.querySelector(':is('.repeat(1e5) + 'a' + ')'.repeat(1e5))</script>`
const plain = (text) => `<!doctype html><title>Plain</title><h1>${text}</h1>`
let seen = 0

// What is left of an attempt would tell the next one that it is the second: then there would be no crash.
const places = ['.', '/tmp', '/dev/shm', '/run', '/var/tmp', process.env.HOME ?? '.', '/project/node_modules']
const marked = places.some((place) => fs.existsSync(`${place}/been-here`))
for (const place of places) {
  try {
    fs.writeFileSync(`${place}/been-here`, 'yes')
  } catch {
    // Not everywhere can be written.
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
