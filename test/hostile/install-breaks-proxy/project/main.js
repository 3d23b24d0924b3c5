require('node:http')
  .createServer((_, response) => response.end('x'))
  .listen(process.env.PORT ?? 8000)
