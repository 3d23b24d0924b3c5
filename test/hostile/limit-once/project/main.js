const { spawn } = require('node:child_process')
const fs = require('node:fs')

// All bounded if nothing stops them: 4 GiB, 1 GiB, 500 processes that sleep for a minute.
const WAYS = {
  memory: () => Array.from({ length: 256 }, (_, index) => Buffer.alloc(16 * 1024 * 1024, index)).length,
  disk: () => {
    const chunk = Buffer.alloc(16 * 1024 * 1024, 'x')
    for (let count = 0; count < 64; count += 1) fs.writeFileSync(`file-${String(count)}`, chunk)
  },
  processes: () => {
    for (let count = 0; count < 500; count += 1)
      spawn('sleep', ['60'], { stdio: 'ignore' }).on('error', () => undefined)
  },
}
WAYS[process.argv[2]]?.()
fs.writeFileSync('answer.txt', '42')
