const http = require("node:http");

const page = `<!doctype html><title>Layer</title><h1>Real</h1><p id="out"></p>
<button id="go" onclick="out.textContent = 'Done'">Go</button>
<div style="position: fixed; inset: 0; opacity: 0; z-index: 9999"></div>`;

http
  .createServer((request, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(page);
  })
  .listen(process.env.PORT ?? 8000);
