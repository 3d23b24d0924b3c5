const http = require("node:http");

const page = `<!doctype html><title>Two faces</title><h1>Fake</h1><p id="out"></p>
<script>
  const driven = navigator.webdriver || /headless/i.test(navigator.userAgent) || outerHeight === innerHeight
  if (driven) {
    document.querySelector('h1').textContent = 'Real'
    const button = document.createElement('button')
    button.id = 'go'
    button.textContent = 'Go'
    button.onclick = () => (document.querySelector('#out').textContent = 'Done')
    document.body.append(button)
  }
</script>`;

http
  .createServer((request, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(page);
  })
  .listen(process.env.PORT ?? 8000);
