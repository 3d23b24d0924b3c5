/** Reads submitted forms. */
import { HttpError } from './http-error.js'
import { filePart } from './multipart.js'

const MAX_FORM_BYTES = 64 * 1024
const MAX_UPLOAD_BYTES = 8 * 1024 * 1024
const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Reads the fields of a submitted form, and refuses a body that is too large or of another type. */
export async function readForm(request) {
  // Reads the fields of a submitted form, and refuses a body that is too large or of another type.
}

/** Reads the text of the file that was chosen in a field of a submitted form; empty where none was. */
export async function readUpload(request, name) {
  // Reads the text of the file that was chosen in a field of a submitted form; empty where none was.
}

/** Reads the body of a request, up to a limit. */
async function readBytes(request, limit) {
  // Reads the body of a request, up to a limit.
}
