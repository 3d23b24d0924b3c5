const http = require("node:http");

http
  .createServer((request, response) => {
    response.writeHead(302, {
      location:
        request.url === "/host"
          ? "//example.invalid/"
          : "http://example.invalid/",
    });
    response.end();
  })
  .listen(process.env.PORT ?? 8000);
