/** Answers requests: the page, and the picture as a file. */
import { makeCode } from './code.js'
import { generatorPage } from './page.js'
import { png } from './png.js'
import { problemWith, readWish } from './wish.js'

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; base-uri 'none'"

/** Sends a body with its headers. */
function send(response, status, headers, body) {
  response.writeHead(status, {
    'x-content-type-options': 'nosniff',
    'content-security-policy': POLICY,
    'content-length': Buffer.byteLength(body),
    ...headers,
  })
  response.end(body)
}

/** Shows the page: with the code that was wished for, with what is wrong with the wish, or with neither at first. */
function showPage(response, query) {
  const wish = readWish(query)
  const problem = query.has('text') ? problemWith(wish) : undefined
  const code = query.has('text') && problem === undefined ? makeCode(wish.text, wish.level) : undefined
  const page = `${generatorPage({ wish, problem, code })}`
  send(response, problem === undefined ? 200 : 422, { 'content-type': 'text/html; charset=utf-8' }, page)
}

/** Sends the code that was wished for as a file. */
function sendPicture(response, query) {
  const wish = readWish(query)
  const problem = problemWith(wish)
  if (problem !== undefined) {
    send(response, 422, { 'content-type': 'text/plain; charset=utf-8' }, problem)
    return
  }
  const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="qr-code.png"' }
  send(response, 200, headers, png(makeCode(wish.text, wish.level), wish.size))
}

/** Answers one request. */
export function answer(request, response) {
  const [path, ...rest] = (request.url ?? '/').split('?')
  const query = new URLSearchParams(rest.join('?'))
  if (path === '/') showPage(response, query)
  else if (path === '/qr-code.png') sendPicture(response, query)
  else send(response, 404, { 'content-type': 'text/plain' }, 'There is no such page.')
}
