const http = require("node:http");

http
  .createServer((request, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end("<!doctype html><title>Home</title><h1>Real</h1>");
  })
  .listen(process.env.PORT ?? 8000);
