const http = require('node:http')

// During a view transition the browser paints a picture of the page from before. The document already holds the new value.
const page = `<!doctype html><title>Old picture</title><style>
::view-transition-group(root), ::view-transition-old(root), ::view-transition-new(root) { animation-duration: 600s }
::view-transition-new(root) { visibility: hidden }
</style><h1>Old picture</h1><button id="go">Go</button><p id="out">0</p>
<script>go.onclick = () => document.startViewTransition(() => { out.textContent = '42' })</script>`

http
  .createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(page)
  })
  .listen(process.env.PORT ?? 8000)
