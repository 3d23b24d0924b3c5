const http = require('node:http')

const TEXTS = {
  plain: '=1+1',
  semicolon: 'x;=1+1;@SUM(A1);+2;-3',
  bar: 'x|=1+1|@SUM(A1)',
  quote: 'x;"=1+1";"" =1+1',
  invisible: 'x;\u200b=1+1;\u2060 \ufeff=1+1',
  wide: 'x;\uff1d1+1;\uff20SUM(A1);\uff0b1+1',
}
const page = `<!doctype html><meta charset="utf-8"><title>=1+1</title><h1>Real</h1><button id="go">Go</button>
${Object.entries(TEXTS)
  .map(([id, text]) => `<p id="${id}">${text.replaceAll('"', '&quot;')}</p>`)
  .join('\n')}`

http
  .createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(page)
  })
  .listen(process.env.PORT ?? 8000)
