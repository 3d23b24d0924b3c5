const LIES = `
  const real = () => 'Real'
  for (const kind of [Node, Element, HTMLElement])
    for (const name of ['textContent', 'innerText', 'className'])
      if (Object.getOwnPropertyDescriptor(kind.prototype, name)) Object.defineProperty(kind.prototype, name, { get: real, set() {} })
  Element.prototype.getAttribute = real
  Node.prototype.toString = real
  Function.prototype.call = real
  Function.prototype.apply = real
  Array.prototype.join = real
`
const page = `<!doctype html><title>Fake</title>
<script type="speculationrules">{ "prerender": [{ "urls": ["/next"], "eagerness": "immediate" }] }</script>
<script>${LIES}</script><h1 id="go" class="fake">Fake</h1><a id="next" href="/next">next</a>
<button id="write" onclick="document.open(); document.write(document.page); document.close()">write</button>
<script>document.page = '<h1 id=go class=fake>Fake</h1><script>' + ${JSON.stringify(LIES)} + '<\\/script>'</script>`
require('node:http')
  .createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(page)
  })
  .listen(process.env.PORT ?? 8000)
