const http = require('node:http')

// No script can look into these trees. The browser paints their text so that nobody sees it, or paints something else over it.
const hidden = (id, style) =>
  `<div><template shadowrootmode="closed"><div style="${style}"><slot></slot></div></template><p id="${id}">42</p></div>`
const page = `<!doctype html><title>Trees</title><h1>Trees</h1><p id="plain">42</p>
${hidden('transparent', 'opacity: 0.02')}
${hidden('filtered', 'filter: invert(1)')}
${hidden('masked', 'mask-image: linear-gradient(transparent, transparent)')}`

http
  .createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(page)
  })
  .listen(process.env.PORT ?? 8000)
