const http = require("node:http");

const ATTACKS = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "'><svg onload=alert(1)>",
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<meta http-equiv="refresh" content="0;url=http://example.invalid/">',
  "</pre></details></style></title><script>alert(1)</script>",
  "<!--",
  '{{constructor.constructor("alert(1)")()}}',
  "\u001b[2J\u001b]0;owned\u0007\u009b31m",
  "\u202eturned\u202c\u2066\u2069",
];
const TEXT = ATTACKS.join("\n");
const page = `<!doctype html><meta charset="utf-8"><title></title><h1></h1><button id="go">Go</button>
<script>
  const text = ${JSON.stringify(TEXT).replaceAll("<", "\\u003c")}
  document.title = text
  document.querySelector('h1').textContent = text
  for (const level of ['log', 'warn', 'error', 'info', 'debug']) console[level](text)
  document.querySelector('#go').onclick = () => {
    alert(text)
    throw new Error(text)
  }
  setTimeout(() => { throw new Error(text) })
  setTimeout(() => { throw text })
</script>`;

console.log(TEXT);
console.error(TEXT);
http
  .createServer((request, response) => {
    console.log(`${request.url} ${TEXT}`);
    response.writeHead(200, { "content-type": "text/html" });
    response.end(page);
  })
  .listen(process.env.PORT ?? 8000);
