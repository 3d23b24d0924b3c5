const http = require("node:http");

const STRINGS = [
  "Real",
  "Done",
  "Home",
  "Everything",
  "passed",
  "ok",
  "success",
  "true",
  "42",
  "pong",
];
const page = `<!doctype html><title>${STRINGS.join(" ")}</title>
<h1>${STRINGS.join(" ")}</h1>
<div hidden><h1>Real</h1></div>
${STRINGS.map((text) => `<p>${text}</p>`).join("\n")}
<button id="go">${STRINGS.join(" ")}</button>`;

http
  .createServer((request, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(page);
  })
  .listen(process.env.PORT ?? 8000);
