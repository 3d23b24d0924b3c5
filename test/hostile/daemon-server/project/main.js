const { spawn } = require('node:child_process')

// Bounded if nothing stops it: twenty minutes.
const SERVER = `
setTimeout(() => process.exit(), 1200000)
require('node:http').createServer((request, response) => response.end('squatted')).listen(process.env.PORT ?? 8000)`
spawn(process.execPath, ['-e', SERVER, 'pe-hostile-daemon'], { detached: true, stdio: 'ignore' }).unref()
