// A proxy in front of a solution that records every request with its response.
const { spawn } = require('node:child_process')
const fs = require('node:fs')
const http = require('node:http')
const path = require('node:path')

const { recording, start, port } = JSON.parse(fs.readFileSync(path.join(__dirname, '~recorder.json'), 'utf8'))
const outer = Number(process.env.PORT ?? port)
let inner

/** Finds a free port. */
const probe = http.createServer().listen(0, '127.0.0.1', () => {
  inner = probe.address().port
  probe.close(() => {
    const [program, ...args] = start
    const child = spawn(program, args, { env: { ...process.env, PORT: String(inner) }, stdio: 'inherit' })
    child.on('exit', (code) => process.exit(code ?? 1))
    process.on('SIGTERM', () => child.kill())
    whenReady(() => http.createServer(relay).listen(outer))
  })
})

function whenReady(ready) {
  http
    .get({ host: 'localhost', port: inner }, (response) => {
      response.destroy()
      ready()
    })
    .on('error', () => setTimeout(whenReady, 20, ready))
}

async function relay(request, response) {
  const body = await contentOf(request)
  const { method, url, headers } = request
  const forward = http.request({ host: 'localhost', port: inner, method, path: url, headers }, async (answer) => {
    const content = await contentOf(answer)
    const entry = {
      ...{ method, url, type: headers['content-type'] ?? '', body: body.toString('latin1') },
      ...{ status: answer.statusCode, headers: answer.headers, content: content.toString('base64') },
    }
    fs.appendFileSync(recording, `${JSON.stringify(entry)}\n`)
    response.writeHead(answer.statusCode, answer.headers).end(content)
  })
  forward.on('error', () => response.writeHead(502).end())
  forward.end(body)
}

async function contentOf(stream) {
  const parts = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}
