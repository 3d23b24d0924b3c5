const { spawn } = require('node:child_process')
const fs = require('node:fs')

// Bounded if nothing stops them: twenty minutes of sleep.
const SLEEP = 'setTimeout(() => undefined, 1200000)'
for (const stdio of ['ignore', 'inherit']) {
  spawn(process.execPath, ['-e', SLEEP, 'pe-hostile-daemon'], { detached: true, stdio }).unref()
}
fs.writeFileSync('answer.txt', '42')
