const { spawn } = require('node:child_process')
const http = require('node:http')

const page = `<!doctype html><title>Ports</title><h1>Real</h1><p id="out"></p>
<button id="go" onclick="out.textContent = 'Done'">Go</button>`
const listen = (port, host, body) => {
  const server = http.createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(body)
  })
  server.on('error', () => undefined)
  server.listen({ port, host, exclusive: false })
}

if (process.argv[2] === undefined) {
  listen(process.env.PORT ?? 8000, undefined, page)
  // A second server tries to take the first one's port and all others.
  spawn(process.execPath, [__filename, 'second'], { stdio: 'ignore' })
} else {
  const ports = [8000, 3000, 5000, 4200, 5173, 8080, 9222, ...Array.from({ length: 200 }, (_, index) => 8001 + index)]
  for (const port of ports) for (const host of ['127.0.0.1', '::1', '0.0.0.0']) listen(port, host, '<h1>Taken</h1>')
}
