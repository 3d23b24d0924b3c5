/** Reads submitted forms. */
import { HttpError } from './http-error.js'
import { filePart } from './multipart.js'

const MAX_FORM_BYTES = 64 * 1024
const MAX_UPLOAD_BYTES = 8 * 1024 * 1024
const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Reads the fields of a submitted form, and refuses a body that is too large or of another type. */
export async function readForm(request) {
  const type = (request.headers['content-type'] ?? '').split(';')[0].trim().toLowerCase()
  if (type !== FORM_TYPE) throw new HttpError(415, 'Not a form', `Please send the form as ${FORM_TYPE}.`)
  return new URLSearchParams((await readBytes(request, MAX_FORM_BYTES)).toString('utf8'))
}

/** Reads the text of the file that was chosen in a field of a submitted form; empty where none was. */
export async function readUpload(request, name) {
  const part = filePart(await readBytes(request, MAX_UPLOAD_BYTES), request.headers['content-type'] ?? '', name)
  if (part === undefined) throw new HttpError(415, 'Not a form', 'Please send the form as multipart/form-data.')
  return part.toString('utf8')
}

/** Reads the body of a request, up to a limit. */
async function readBytes(request, limit) {
  const chunks = []
  let bytes = 0
  // The connection has to outlive the reading, so that a refusal still reaches the user.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length
    if (bytes > limit) throw new HttpError(413, 'Too much', 'The form is too large.', { connection: 'close' })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
