const http = require('node:http')

const IDS = ['go', 'twice', 'twice', "we&quot;ird'[0]", 'a] , [id=b', '1.5:x']
const buttons = IDS.map((id) => `<button id="${id}" onclick="out.textContent = 'Done'">Go</button>`)
const page = `<!doctype html><title>Ids</title><h1>Real</h1><p id="out"></p><p>${buttons.join('\n')}</p><div id="host"></div>
<p><button id="one" class="a">one</button><b id="mark">mark</b></p><p id="below"></p>
<div id="open"></div>
<script>
  const shadow = document.querySelector('#host').attachShadow({ mode: 'closed' })
  shadow.innerHTML = '<button id="closed-shadow-button">Go</button>'
  document.querySelector('#open').attachShadow({ mode: 'open' }).innerHTML =
    '<button id="open-shadow-button" onclick="out.textContent = \\'Done\\'">Go</button>'
</script>`

http
  .createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(page)
  })
  .listen(process.env.PORT ?? 8000)
