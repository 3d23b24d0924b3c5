/** Reads submitted forms. */
import { HttpError } from './http-error.js'

const MAX_BYTES = 16 * 1024
const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Reads the fields of a submitted form, and refuses a body that is too large or of another type. */
export async function readForm(request) {
  // Reads the fields of a submitted form, and refuses a body that is too large or of another type.
}

/** Reads the body of a request as text, up to the limit. */
async function readText(request) {
  // Reads the body of a request as text, up to the limit.
}
