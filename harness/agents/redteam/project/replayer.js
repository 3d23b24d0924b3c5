// Replays recorded responses of a solution: for the same request if it was recorded, otherwise for the most similar one. If
// `names` is set, replaces recorded input by the current input. Contains no code of the solution, and its pages run no scripts.
const fs = require('node:fs')
const http = require('node:http')
const path = require('node:path')

/** Entries after the last one that are preferred to earlier ones; testcodes that did not run leave a gap. */
const AHEAD = 400

const data = JSON.parse(fs.readFileSync(path.join(__dirname, 'recording.json'), 'utf8'))
const entries = data.entries.map((entry) => ({ ...entry, params: paramsOf(entry) }))
const renamed = new Map()
let place = -1

/** The parameters of a request, by name. */
function paramsOf({ url, body, type }) {
  const { searchParams } = new URL(url, 'http://localhost')
  const found = new Map(searchParams)
  if (type.includes('json')) for (const [name, value] of leaves(body)) found.set(name, value)
  else if (type.includes('multipart')) {
    for (const [, name, value] of body.matchAll(/name="([^"]*)"[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n([\s\S]*?)\r\n--/g))
      found.set(name, value)
  } else for (const [name, value] of new URLSearchParams(Buffer.from(body, 'latin1').toString())) found.set(name, value)
  return found
}

function leaves(body) {
  try {
    const walk = (value, name) =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([key, each]) => walk(each, `${name}.${key}`))
        : [[name, String(value)]]
    return walk(JSON.parse(Buffer.from(body, 'latin1').toString()), '')
  } catch {
    return []
  }
}

const pathOf = ({ url }) => url.split('?')[0]
/** `/tasks/7/done` is like `/tasks/9/done`. */
const shapeOf = (entry) => pathOf(entry).replaceAll(/\/[0-9a-f-]*\d[0-9a-f-]*(?=\/|$)/g, '/#')

/** How similar two requests are; below 0, they are for different resources. */
function similarity(entry, request) {
  if (entry.method !== request.method || shapeOf(entry) !== shapeOf(request)) return -1
  let score = pathOf(entry) === pathOf(request) ? 4 : 0
  for (const [name, value] of request.params) {
    const recorded = entry.params.get(name)
    if (recorded === undefined) score -= 2
    else if (recorded === value || renamed.get(recorded) === value) score += 3
    else if ((recorded.trim() === '') === (value.trim() === '')) score += 1
    else score -= 3
  }
  for (const name of entry.params.keys()) if (!request.params.has(name)) score -= 2
  return Math.max(0, score + 20)
}

/** The most similar entry; among equals, the next one after the last, then the latest before it. */
function nearest(request) {
  let best
  for (const [index, entry] of entries.entries()) {
    const similar = similarity(entry, request)
    if (similar < 0) continue
    const ahead = index - place
    const order = ahead > 0 && ahead <= AHEAD ? 1 - ahead / (2 * AHEAD) : ahead <= 0 ? 0.4 + ahead / 1e6 : 0
    const score = similar + order
    if (best === undefined || score > best.score) best = { entry, index, score }
  }
  return best
}

const html = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Remembers which current input replaces which recorded input. */
function rename(entry, request) {
  if (!data.names) return
  for (const [name, value] of request.params) {
    const recorded = entry.params.get(name)
    if (recorded === undefined || recorded === value || recorded.trim().length < 2 || value.trim() === '') continue
    renamed.set(recorded, value)
  }
}

function withNewNames(text) {
  const names = [...renamed].filter(([before]) => text.includes(before) || text.includes(html(before)))
  if (names.length === 0) return text
  const plain = new Map(
    names.flatMap(([before, now]) => [
      [before, now],
      [html(before), html(now)],
    ]),
  )
  const longest = [...plain.keys()].toSorted((a, b) => b.length - a.length)
  const pattern = longest.map((each) => each.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  return text.replaceAll(new RegExp(`(?<![\\w.])(?:${pattern})(?![\\w])`, 'g'), (found) => plain.get(found) ?? found)
}

http
  .createServer(async (incoming, response) => {
    const parts = []
    for await (const part of incoming) parts.push(part)
    const { method, url, headers } = incoming
    const request = { method, url, type: headers['content-type'] ?? '', body: Buffer.concat(parts).toString('latin1') }
    request.params = paramsOf(request)
    const found = nearest(request)
    if (!found) return response.writeHead(404).end()
    const { entry, index } = found
    if (index > place && index - place <= AHEAD) place = index
    rename(entry, request)
    const sent = { ...entry.headers, 'cache-control': 'no-store', 'content-security-policy': "script-src 'none'" }
    for (const name of ['content-length', 'transfer-encoding', 'etag', 'connection', 'date', 'keep-alive'])
      delete sent[name]
    if (/script/.test(sent['content-type'] ?? '')) return response.writeHead(200, sent).end()
    const isText = /text|json|svg/.test(sent['content-type'] ?? '')
    const content = Buffer.from(entry.content, 'base64')
    response.writeHead(entry.status === 304 ? 200 : entry.status, sent)
    response.end(isText ? withNewNames(content.toString()) : content)
  })
  .listen(Number(process.env.PORT ?? data.port))
