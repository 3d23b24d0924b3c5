import { createServer } from 'node:http'
import { pageAt, pageNotFound } from './src/pages.js'

const DEFAULT_PORT = 8000

/**
 * Reads the port to listen on from the environment, or falls back to the default.
 * @param {string | undefined} text What the variable PORT holds.
 * @returns {number} A port between 1 and 65535.
 */
function portFrom(text) {
  const port = Number(text)
  return Number.isInteger(port) && port > 0 && port < 65536 ? port : DEFAULT_PORT
}

/**
 * Answers one request with the page at its address, or with one that says that there is none.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
function answer(request, response) {
  const path = (request.url ?? '/').split('?')[0]
  const page = pageAt(path)
  response.writeHead(page === undefined ? 404 : 200, { 'Content-Type': 'text/html; charset=utf-8' })
  response.end(page ?? pageNotFound())
}

const server = createServer(answer)
server.listen(portFrom(process.env.PORT), () => {
  console.log(`The start page is at http://localhost:${server.address().port}/`)
})
