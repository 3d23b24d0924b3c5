const http = require('node:http')

const TRAPS = {
  '/ask': "addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'Stay' })",
  // Bounded if nothing stops it: two minutes.
  '/hang':
    "for (const name of ['beforeunload', 'pagehide', 'unload', 'visibilitychange']) " +
    'addEventListener(name, () => { const end = Date.now() + 120000; while (Date.now() < end); })',
}
const page = (trap) => `<!doctype html><title>Trap</title><h1>Real</h1><p id="out"></p>
<button id="go" onclick="out.textContent = 'Done'">Go</button><script>${trap}</script>`

http
  .createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(page(TRAPS[request.url] ?? ''))
  })
  .listen(process.env.PORT ?? 8000)
