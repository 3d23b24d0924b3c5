const fs = require("node:fs");
const http = require("node:http");

const page = fs.readFileSync("page.html");
for (const file of ["main.js", "page.html"])
  fs.writeFileSync(file, "overwritten\n");
fs.writeFileSync("evidence.txt", "never there\n");

http
  .createServer((request, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(page);
  })
  .listen(process.env.PORT ?? 8000);
