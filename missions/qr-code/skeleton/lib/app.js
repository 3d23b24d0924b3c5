/** Answers requests: the page, and the picture as a file. */
import { makeCode } from './code.js'
import { generatorPage } from './page.js'
import { png } from './png.js'
import { problemWith, readWish } from './wish.js'

const POLICY = '' /* The text of POLICY belongs here. */

/** Sends a body with its headers. */
function send(response, status, headers, body) {
  // Sends a body with its headers.
}

/** Shows the page: with the code that was wished for, with what is wrong with the wish, or with neither at first. */
function showPage(response, query) {
  // Shows the page: with the code that was wished for, with what is wrong with the wish, or with neither
  // at first.
}

/** Sends the code that was wished for as a file. */
function sendPicture(response, query) {
  // Sends the code that was wished for as a file.
}

/** Answers one request. */
export function answer(request, response) {
  // Answers one request.
}
