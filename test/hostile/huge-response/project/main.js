const http = require('node:http')
const { Readable } = require('node:stream')
const zlib = require('node:zlib')

const MEGABYTE = Buffer.from('<p>x</p>\n'.repeat(116_509)).subarray(0, 1024 * 1024)
const HEAD = '<!doctype html><title>Huge</title><h1>Real</h1>'

/** Exactly two gigabytes. */
function* content() {
  yield Buffer.from(HEAD)
  for (let count = 0; count < 2048; count += 1) yield MEGABYTE
}

http
  .createServer((request, response) => {
    const packed = request.url === '/packed'
    response.writeHead(200, { 'content-type': 'text/html', ...(packed ? { 'content-encoding': 'gzip' } : {}) })
    if (request.url === '/small') response.end(HEAD)
    else if (packed) Readable.from(content()).pipe(zlib.createGzip()).pipe(response)
    else Readable.from(content()).pipe(response)
    response.on('error', () => undefined)
  })
  .listen(process.env.PORT ?? 8000)
