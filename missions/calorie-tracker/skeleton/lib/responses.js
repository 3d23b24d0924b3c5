/** Sends answers. */

const HEADERS = {} /* The data of HEADERS belongs here. */

/** Sends a body with its status and headers. */
function send(response, status, headers, body) {
  // Sends a body with its status and headers.
}

/** Sends a page that is never taken from a cache, because what it shows changes. */
export function sendPage(response, page, status = 200, headers = {}) {
  // Sends a page that is never taken from a cache, because what it shows changes.
}

/** Sends a stylesheet. */
export function sendStyles(response, styles) {
  // Sends a stylesheet.
}

/** Sends the browser to another page, which it asks for with GET. */
export function redirect(response, address) {
  // Sends the browser to another page, which it asks for with GET.
}
