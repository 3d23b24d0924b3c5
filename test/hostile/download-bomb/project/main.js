const http = require('node:http')
const { Readable } = require('node:stream')

const MEGABYTE = Buffer.alloc(1024 * 1024, 'x')
const NAME = '../../../../../../tmp/pe-hostile-download'

// Bounded if nothing stops it: 1 GiB, all downloads together.
let left = 1024
function* content() {
  while (left > 0) {
    left -= 1
    yield MEGABYTE
  }
}

const page = `<!doctype html><title>Downloads</title><h1>Real</h1><p id="out"></p>
<button id="go" onclick="out.textContent = 'Done'">Go</button>
<script>
  for (let i = 0; i < 20; i += 1) {
    setTimeout(() => {
      const link = Object.assign(document.createElement('a'), { href: '/file?' + i, download: '${NAME}' + i })
      document.body.append(link)
      link.click()
    }, i * 50)
  }
</script>`

http
  .createServer((request, response) => {
    if (request.url.startsWith('/file')) {
      response.writeHead(200, {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${NAME}"`,
      })
      Readable.from(content()).pipe(response)
      response.on('error', () => undefined)
      return
    }
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(request.url === '/plain' ? '<!doctype html><h1>Real</h1>' : page)
  })
  .listen(process.env.PORT ?? 8000)
