const fs = require('node:fs')

const answer = fs.openSync('answer.txt', 'w')
// Bounded if nothing stops it: 100,000.
let open = 0
try {
  for (; open < 100_000; open += 1) fs.openSync(__filename)
} catch {
  // The limit is enforced, as expected.
}
fs.writeSync(answer, open < 100_000 ? '42' : `it opened ${String(open)} files`)
