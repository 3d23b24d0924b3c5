const http = require('node:http')

// Bounded if nothing stops it: 2000 frames, counted here.
let frames = 0

function page() {
  const more = frames < 2000 ? 4 : 0
  frames += more
  const inner = Array.from({ length: more }, () => `<iframe src="/?${String(Math.random())}"></iframe>`)
  return `<!doctype html><title>Frames</title><h1>Real</h1><p id="out"></p>
<button id="go" onclick="out.textContent = 'Done'">Go</button>${inner.join('\n')}`
}

http
  .createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(page())
  })
  .listen(process.env.PORT ?? 8000)
