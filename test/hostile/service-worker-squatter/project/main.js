const http = require("node:http");

const worker = `
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  const body = '<!doctype html><title>Squatter</title><h1>Real</h1><p id="out"></p>' +
    '<button id="go" onclick="out.textContent = \\'Done\\'">Go</button><p>squatted</p>'
  event.respondWith(new Response(body, { headers: { 'content-type': 'text/html' } }))
})`;
const page = `<!doctype html><title>Home</title><h1>Real</h1><p id="out"></p>
<button id="go" onclick="out.textContent = 'Done'">Go</button>
<script>
  navigator.serviceWorker.register('/worker.js')
  document.cookie = 'squatter=1; max-age=99999999; path=/'
  localStorage.setItem('squatter', 'x'.repeat(1e6))
</script>`;

http
  .createServer((request, response) => {
    const isWorker = request.url === "/worker.js";
    response.writeHead(200, {
      "content-type": isWorker ? "text/javascript" : "text/html",
      "set-cookie": "squatter=2; Max-Age=99999999",
      "strict-transport-security": "max-age=99999999; includeSubDomains",
    });
    response.end(isWorker ? worker : page);
  })
  .listen(process.env.PORT ?? 8000);
