import { greeting } from './greeting.js'
import { helloPage } from './page.js'

/**
 * Answers one request: the hello page at its address, 404 anywhere else.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
export function answer(request, response) {
  const [path, ...query] = (request.url ?? '/').split('?')
  if (path !== '/') return send(response, 404, 'text/plain', 'There is no page at this address.')
  const name = new URLSearchParams(query.join('?')).get('name') ?? ''
  send(response, 200, 'text/html', helloPage(greeting(name)))
}

/**
 * Sends a text. The page needs no scripts, so none may run.
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {'text/html' | 'text/plain'} type
 * @param {string} text
 */
function send(response, status, type, text) {
  response.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(text),
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(text)
}
