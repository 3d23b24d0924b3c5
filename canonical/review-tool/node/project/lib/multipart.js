/** Takes apart what a form with a file field sends (RFC 7578). */

const LINE_END = Buffer.from('\r\n')
const HEADERS_END = Buffer.from('\r\n\r\n')

/** Takes the boundary between the parts out of a content type, or gives undefined where there is none. */
function boundaryOf(contentType) {
  const match = /^multipart\/form-data;.*\bboundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType)
  return match === null ? undefined : (match[1] ?? match[2])
}

/** Cuts a body at its boundaries. */
function partsOf(body, boundary) {
  const delimiter = Buffer.from(`--${boundary}`)
  const places = []
  for (let at = body.indexOf(delimiter); at !== -1; at = body.indexOf(delimiter, at + delimiter.length)) places.push(at)
  return places.slice(0, -1).map((at, index) => {
    return body.subarray(at + delimiter.length + LINE_END.length, places[index + 1] - LINE_END.length)
  })
}

/** Finds the content of the part of a field, or gives undefined where the body holds none. */
export function filePart(body, contentType, name) {
  const boundary = boundaryOf(contentType)
  if (boundary === undefined) return undefined
  const part = partsOf(body, boundary).find((each) => {
    const headers = each.subarray(0, each.indexOf(HEADERS_END)).toString('utf8')
    return headers.includes(`name="${name}"`)
  })
  return part?.subarray(part.indexOf(HEADERS_END) + HEADERS_END.length)
}
