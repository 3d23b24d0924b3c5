const fs = require('node:fs')

const WAYS = {
  ends: () => process.exit(0),
  crashes: () => process.kill(process.pid, 'SIGSEGV'),
  closes: () => [0, 1, 2].forEach((stream) => fs.closeSync(stream)),
  silent: () => undefined,
}
const way = process.argv[2] ?? 'ends'

if (way === 'at-once') process.exit(0)
if (way !== 'never') process.stdout.write('Hello\n> ')
process.stdin.once('data', () => WAYS[way]?.())
// Bounded if nothing stops it: two minutes.
setTimeout(() => process.exit(), 120_000)
