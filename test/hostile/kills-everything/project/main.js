const fs = require('node:fs')

// Without a sandbox it kills nothing and reports it.
const first = fs.readFileSync('/proc/1/comm', 'utf8').trim()
if (first !== 'bwrap') {
  fs.writeFileSync('answer.txt', `not contained: the first process is ${first}`)
  process.exit(0)
}

const own = new Set([process.pid, ...fs.readdirSync('/proc/self/task').map(Number)])
for (const pid of [process.ppid, ...Array.from({ length: 70_000 }, (_, index) => index + 1), -1]) {
  if (own.has(pid)) continue
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // No such process, or no permission.
  }
}
fs.writeFileSync('answer.txt', '42')
