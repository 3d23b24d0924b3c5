const { spawn } = require('node:child_process')
const { constants } = require('node:os')

const UNSTOPPABLE = new Set(['SIGKILL', 'SIGSTOP'])
for (const signal of Object.keys(constants.signals)) {
  try {
    if (!UNSTOPPABLE.has(signal)) process.on(signal, () => undefined)
  } catch {
    // Node does not allow handlers for some signals.
  }
}
if (process.argv[2] === undefined) {
  for (const detached of [true, false]) {
    spawn(process.execPath, [__filename, 'pe-hostile-child'], { detached, stdio: 'inherit' }).unref()
  }
}
// Bounded if nothing stops it: twenty minutes.
setTimeout(() => process.exit(), 1_200_000)
