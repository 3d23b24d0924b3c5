const http = require('node:http')

// Reserved names and addresses, which do not exist.
const page = `<!doctype html><title>Calls</title><h1>Real</h1><p id="result">looking</p>
<link rel="dns-prefetch" href="//dns-prefetch.example.invalid">
<link rel="preconnect" href="http://preconnect.example.invalid">
<link rel="prefetch" href="http://prefetch.example.invalid/">
<link rel="stylesheet" href="http://stylesheet.example.invalid/" onload="reached.push('stylesheet')">
<script>
  const reached = []
  const event = (name, target, good, bad) => new Promise((resolve) => {
    target['on' + good] = () => resolve(reached.push(name))
    target['on' + bad] = resolve
  })
  const element = (name, tag, src) => {
    const made = Object.assign(document.createElement(tag), { src })
    const seen = event(name, made, 'load', 'error')
    document.body.append(made)
    return seen
  }
  const after = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  const tries = [
    fetch('http://192.0.2.1:8000/', { mode: 'no-cors' }).then(() => reached.push('fetch'), () => undefined),
    fetch('http://fetch.example.invalid/', { mode: 'no-cors' }).then(() => reached.push('fetch'), () => undefined),
    event('websocket', new WebSocket('ws://websocket.example.invalid/'), 'open', 'error'),
    event('events', new EventSource('http://events.example.invalid/'), 'open', 'error'),
    event('picture', Object.assign(new Image(), { src: 'http://picture.example.invalid/' }), 'load', 'error'),
    element('script', 'script', 'http://script.example.invalid/'),
    navigator.serviceWorker.register('/worker.js').then(() => undefined, () => undefined),
  ]
  navigator.sendBeacon('http://beacon.example.invalid/', 'secret')
  const show = () => (document.querySelector('#result').textContent = 'reached: ' + (reached.join(', ') || 'nothing'))
  Promise.race([Promise.all(tries).then(() => after(500)), after(6000)]).then(show)
</script>`
const worker = "fetch('http://worker.example.invalid/', { mode: 'no-cors' }).catch(() => undefined)"

http
  .createServer((request, response) => {
    const isWorker = request.url === '/worker.js'
    response.writeHead(200, { 'content-type': isWorker ? 'text/javascript' : 'text/html' })
    response.end(isWorker ? worker : page)
  })
  .listen(process.env.PORT ?? 8000)
