const http = require("node:http");

http
  .createServer((request, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end("<!doctype html><title>Home</title><p>Home</p>");
    if (request.url === "/page") process.kill(process.pid, "SIGSEGV");
  })
  .listen(process.env.PORT ?? 8000);
