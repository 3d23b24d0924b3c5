const http = require('node:http')

const page = `<!doctype html><title>Words</title><h1>Words</h1>
<button id="go-display">Go</button><button id="go-visibility">Go</button><button id="go-opacity">Go</button><p id="out"></p>
<script>
  const WORDS = ['Underweight', 'Normal', 'Overweight', 'Obese', 'Low', 'Medium', 'High', 'None']
  const out = document.querySelector('#out')
  out.innerHTML = WORDS.map((word) => '<span>' + word + '</span> ').join('')
  const spans = [...out.querySelectorAll('span')]
  const HIDE = { display: 'none', visibility: 'hidden', opacity: '0' }
  // Questions to the browser are the clock: no timer, frame or request is seen.
  const until = async (end) => { while (performance.now() < end) await navigator.permissions.query({ name: 'notifications' }) }
  for (const style of Object.keys(HIDE)) {
    const show = (at) => spans.forEach((span, index) => { span.style[style] = index === at ? '' : HIDE[style] })
    document.querySelector('#go-' + style).onclick = async () => {
      for (let at = 0; ; at = (at + 1) % WORDS.length) {
        // What is pending in a store explains a change.
        void navigator.storage.estimate()
        show(at)
        await until(performance.now() + 600)
      }
    }
  }
</script>`

http
  .createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(page)
  })
  .listen(process.env.PORT ?? 8000)
