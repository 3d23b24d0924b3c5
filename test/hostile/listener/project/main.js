const http = require('node:http')
const { readFileSync } = require('node:fs')
const path = require('node:path')

const listener = readFileSync(path.join(__dirname, 'listener.js'), 'utf8')
const page = `<!doctype html><title>Ears</title><h1>Fake</h1><p id="out"></p>
<script>
  const found = () => {
    document.querySelector('h1').textContent = 'Real'
    if (document.querySelector('#go')) return
    const button = document.createElement('button')
    button.id = 'go'
    button.textContent = 'Go'
    button.onclick = () => (document.querySelector('#out').textContent = 'Done')
    document.body.append(button)
  }
</script>
<script>${listener}</script>`

http
  .createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(page)
  })
  .listen(process.env.PORT ?? 8000)
