// Stores nothing: all data is hidden in the browser.
const http = require('node:http')
const fs = require('node:fs')
const path = require('node:path')

const script = (file) => fs.readFileSync(path.join(__dirname, file), 'utf8')
const page = `<!doctype html><title>Hides</title><h1>Real</h1>
<input id="text" aria-label="Text"><button id="go">Keep</button><p id="state">looking</p><p id="kept"></p>
<script src="/places.js"></script>`

/** Connections to windows that keep a text. */
const holders = new Set()
/** Responses that wait for the text of a window. */
let asking = []

const answers = {
  '/places.js': (_, response) => send(response, script('places.js'), 'text/javascript'),
  '/worker.js': (_, response) => send(response, script('worker.js'), 'text/javascript'),
  '/sw.js': (_, response) => send(response, '', 'text/javascript'),
  '/holder': (_, response) => send(response, '<!doctype html><script src="/holder.js"></script>', 'text/html'),
  '/holder.js': (_, response) => send(response, script('holder.js'), 'text/javascript'),
  '/slot': ({ headers }, response) => {
    const text = headers['x-text']
    response.setHeader('cache-control', text === undefined ? 'no-store' : 'public, max-age=31536000, immutable')
    send(response, text ?? '')
  },
  '/etag': ({ headers }, response) => {
    if (headers['x-text'] !== undefined) response.setHeader('etag', `"${headers['x-text']}"`)
    response.setHeader('cache-control', 'no-cache')
    send(response, (headers['if-none-match'] ?? '').replaceAll('"', ''))
  },
  '/redirect': ({ headers }, response) => {
    if (headers['x-text'] === undefined) return response.writeHead(404).end()
    response.writeHead(301, { location: `/landed?${headers['x-text']}`, 'cache-control': 'max-age=31536000' }).end()
  },
  '/landed': (_, response) => send(response, ''),
  '/auth': ({ headers }, response) => {
    const given = Buffer.from((headers.authorization ?? '').replace('Basic ', ''), 'base64').toString()
    if (given === '') return response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end()
    send(response, given.split(':')[1])
  },
  '/events': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: hello\n\n')
    holders.add(response)
    response.on('close', () => holders.delete(response))
  },
  '/ask': (_, response) => {
    asking.push(response)
    for (const holder of holders) holder.write('data: ask\n\n')
    setTimeout(() => response.end(), 400)
  },
  '/tell': (request, response) => {
    for (const asker of asking) asker.end(new URL(request.url, 'http://x').search.slice(1))
    asking = []
    send(response, '')
  },
}

function send(response, body, type = 'text/plain') {
  response.setHeader('content-type', type)
  response.end(body)
}

http
  .createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://x')
    if (answers[pathname]) answers[pathname](request, response)
    else send(response, page, 'text/html')
  })
  .listen(8000)
