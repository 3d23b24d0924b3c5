const http = require("node:http");

const closing = `<!doctype html><title>Closing</title><p>Closing</p>
<script>setTimeout(() => { window.open('', '_self'); window.close() }, 200)</script>`;

http
  .createServer((request, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(
      request.url === "/closing"
        ? closing
        : "<!doctype html><title>Home</title><h1>Real</h1>",
    );
  })
  .listen(process.env.PORT ?? 8000);
