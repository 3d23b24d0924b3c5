const http = require("node:http");

const script = (text) =>
  `<!doctype html><title>Away</title><p>Here</p><script>${text}</script>`;
const PAGES = {
  "/": "<!doctype html><title>Home</title><p>Home</p>",
  "/data": script(
    "setTimeout(() => { location = 'data:text/html,<h1>Real</h1>' })",
  ),
  "/file": script("setTimeout(() => { location = 'file:///etc/passwd' })"),
  "/refresh":
    '<!doctype html><meta http-equiv="refresh" content="0;url=data:text/html,<h1>Real</h1>"><p>Here</p>',
  "/form": script(
    "const f = document.createElement('form'); f.action = 'http://example.invalid/'; f.method = 'post'; document.body.append(f); f.submit()",
  ),
  "/external": script("location = 'http://example.invalid/'"),
  "/endless": script("location = '/endless?' + Math.random()"),
  "/blob": script(
    "location = URL.createObjectURL(new Blob(['<h1>Real</h1>'], { type: 'text/html' }))",
  ),
  "/frames": `<!doctype html><title>Frames</title><p>ready</p>
<iframe id="file" src="file:///etc/passwd"></iframe>
<iframe id="external" src="http://example.invalid/"></iframe>
<iframe id="chrome" src="chrome://version"></iframe>
<iframe id="data" src="data:text/html,<script>top.location='file:///etc/passwd'</script>"></iframe>
<iframe id="blob"></iframe>
<script>
  document.querySelector('#blob').src = URL.createObjectURL(new Blob(['<p>blob</p>'], { type: 'text/html' }))
</script>`,
};

http
  .createServer((request, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(PAGES[request.url.split("?")[0]] ?? "");
  })
  .listen(process.env.PORT ?? 8000);
