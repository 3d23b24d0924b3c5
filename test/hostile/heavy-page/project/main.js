const http = require("node:http");

const page = `<!doctype html><title>Heavy</title><h1>Real</h1><p id="out"></p>
<button id="go" onclick="out.textContent = 'Done'">Go</button><div id="heap"></div>
<script>
  const heap = document.querySelector('#heap')
  for (let i = 0; i < 1e6; i += 1) heap.append(Object.assign(document.createElement('i'), { title: i }))
  heap.style.height = '10000000px'
</script>`;

http
  .createServer((request, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(page);
  })
  .listen(process.env.PORT ?? 8000);
