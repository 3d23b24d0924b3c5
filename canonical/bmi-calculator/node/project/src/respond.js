import { readFile } from 'node:fs/promises'

const STYLESHEET = new URL('../public/style.css', import.meta.url)

/**
 * Sends a page of HTML. The pages need no scripts, so none may run.
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {string} html
 */
export function sendHtml(response, status, html) {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(html),
    'Content-Security-Policy': "default-src 'self'; img-src data:; script-src 'none'",
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(html)
}

/**
 * Sends the stylesheet of all pages.
 * @param {import('node:http').ServerResponse} response
 * @returns {Promise<void>}
 */
export async function sendStylesheet(response) {
  const css = await readFile(STYLESHEET)
  response.writeHead(200, { 'Content-Type': 'text/css; charset=utf-8', 'Content-Length': css.length })
  response.end(css)
}
