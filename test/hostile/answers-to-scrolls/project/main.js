const http = require('node:http')

// The value is far down, so every look has to scroll to it. Each time the page is scrolled, it goes back up and shows another word.
const page = `<!doctype html><title>Scrolls</title><h1>Scrolls</h1><button id="go">Go</button>
<div style="height: 3000px"></div><p id="out">none</p><div style="height: 3000px"></div>
<script>
  const WORDS = ['Underweight', 'Normal', 'Overweight', 'Obese']
  let at = -1
  let armed = false
  const step = () => { out.textContent = WORDS[(at += 1) % WORDS.length] }
  go.onclick = () => { armed = true; at = -1; step(); scrollTo(0, 0) }
  addEventListener('scroll', () => {
    if (!armed || scrollY < 1000) return
    step()
    scrollTo(0, 0)
  })
</script>`

http
  .createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(page)
  })
  .listen(process.env.PORT ?? 8000)
