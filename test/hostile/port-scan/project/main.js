const fs = require('node:fs')
const http = require('node:http')
const net = require('node:net')
const os = require('node:os')

const AT_ONCE = 400

function isOpen(host, port) {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port, timeout: 2000 })
    const finish = (open) => {
      socket.destroy()
      resolve(open)
    }
    socket
      .on('connect', () => finish(true))
      .on('error', () => finish(false))
      .on('timeout', () => finish(false))
  })
}

async function scan(host) {
  const open = []
  for (let first = 1; first < 65_536; first += AT_ONCE) {
    const ports = Array.from({ length: Math.min(AT_ONCE, 65_536 - first) }, (_, index) => first + index)
    const results = await Promise.all(ports.map((port) => isOpen(host, port)))
    open.push(...ports.filter((_, index) => results[index]))
  }
  return open
}

function named() {
  const lines = fs.readFileSync('/proc/net/unix', 'utf8').split('\n')
  return lines.flatMap((line) => /\s(@\S+)$/.exec(line)?.[1] ?? [])
}

async function findings() {
  // On a network that is not its own it touches nothing and says so.
  const others = Object.keys(os.networkInterfaces()).filter((name) => name !== 'lo')
  if (others.length > 0) return others
  return [...new Set([...(await scan('127.0.0.1')), ...(await scan('::1'))]), ...named()]
}

const home = '<!doctype html><title>Scan</title><h1>Real</h1><a href="/scan">Scan</a>'
http
  .createServer(async (request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    if (request.url !== '/scan') return response.end(home)
    response.end(`<!doctype html><title>Scan</title><p id="result">found: ${(await findings()).join(', ')}</p>`)
  })
  .listen(process.env.PORT ?? 8000)
