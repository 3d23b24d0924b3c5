const { spawn } = require('node:child_process')

require('node:net')
  .createServer((socket) => socket.on('error', () => undefined))
  .listen(process.env.PORT ?? 8000, () => {
    // Bounded if nothing stops them: each is busy for two minutes at most.
    for (let count = 0; count < 60; count += 1)
      spawn('timeout', ['120', 'sh', '-c', 'while :; do :; done'], { stdio: 'ignore' }).on('error', () => undefined)
  })
