const http = require("node:http");

const TARGETS = {
  "/data": "data:text/html,<h1>Real</h1>",
  "/file": "file:///etc/passwd",
  "/javascript": "javascript:document.write('<h1>Real</h1>')",
  "/chrome": "chrome://version",
  "/view-source": "view-source:http://localhost:8000/",
  "/loop": "/loop",
};
let count = 0;

http
  .createServer((request, response) => {
    const endless = request.url.startsWith("/endless")
      ? `/endless/${String((count += 1))}`
      : undefined;
    const location = endless ?? TARGETS[request.url];
    response.writeHead(location === undefined ? 200 : 302, {
      "content-type": "text/html",
      ...(location === undefined ? {} : { location }),
    });
    response.end("<!doctype html><title>Home</title><p>Home</p>");
  })
  .listen(process.env.PORT ?? 8000);
