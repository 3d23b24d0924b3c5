import { greeting } from './greeting.js'
import { helloPage } from './page.js'

/**
 * Answers one request: the hello page at its address, 404 anywhere else.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
export function answer(request, response) {
  // Answers one request: the hello page at its address, 404 anywhere else.
}

/**
 * Sends a text. The page needs no scripts, so none may run.
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {'text/html' | 'text/plain'} type
 * @param {string} text
 */
function send(response, status, type, text) {
  // Sends a text.
}
