/** Takes apart what a form with a file field sends (RFC 7578). */

const LINE_END = Buffer.from('\r\n')
const HEADERS_END = Buffer.from('\r\n\r\n')

/** Takes the boundary between the parts out of a content type, or gives undefined where there is none. */
function boundaryOf(contentType) {
  // Takes the boundary between the parts out of a content type, or gives undefined where there is none.
}

/** Cuts a body at its boundaries. */
function partsOf(body, boundary) {
  // Cuts a body at its boundaries.
}

/** Finds the content of the part of a field, or gives undefined where the body holds none. */
export function filePart(body, contentType, name) {
  // Finds the content of the part of a field, or gives undefined where the body holds none.
}
