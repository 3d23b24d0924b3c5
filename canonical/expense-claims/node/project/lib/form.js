/** Reads submitted forms. */
import { HttpError } from './http-error.js'

const MAX_BYTES = 256 * 1024
const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Reads the fields of a submitted form, and refuses a body that is too large or of another type. */
export async function readForm(request) {
  const type = (request.headers['content-type'] ?? '').split(';')[0].trim().toLowerCase()
  if (type !== FORM_TYPE) throw new HttpError(415, 'Not a form', `Please send the form as ${FORM_TYPE}.`)
  return new URLSearchParams(await readText(request))
}

/** Reads the body of a request as text, up to the limit. */
async function readText(request) {
  const chunks = []
  let bytes = 0
  // The connection has to outlive the reading, so that a refusal still reaches the user.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new HttpError(413, 'Too much', 'The form is too large.', { connection: 'close' })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
