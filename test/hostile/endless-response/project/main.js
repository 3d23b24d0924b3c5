const http = require("node:http");

http
  .createServer((request, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.write("<!doctype html><title>Drop</title><h1>Real</h1>");
    const timer = setInterval(() => response.write("<p>drop</p>"), 50);
    response.on("close", () => clearInterval(timer));
  })
  .listen(process.env.PORT ?? 8000);
