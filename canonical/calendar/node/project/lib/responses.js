/** Sends answers. */

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'",
}

/** Sends a body with its status and headers. */
function send(response, status, headers, body) {
  response.writeHead(status, { ...HEADERS, 'content-length': Buffer.byteLength(body), ...headers })
  response.end(body)
}

/** Sends a page that is never taken from a cache, because what it shows changes. */
export function sendPage(response, page, status = 200, headers = {}) {
  send(
    response,
    status,
    { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers },
    `${page}`,
  )
}

/** Sends a stylesheet. */
export function sendStyles(response, styles) {
  send(response, 200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' }, styles)
}

/** Sends the browser to another page, which it asks for with GET. */
export function redirect(response, address) {
  send(response, 303, { location: address }, '')
}
