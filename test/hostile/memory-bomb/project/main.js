const fs = require('node:fs')

// Bounded if nothing stops it: 8 GiB.
const kept = []
for (let count = 0; count < 512; count += 1) kept.push(Buffer.alloc(16 * 1024 * 1024, count))
fs.writeFileSync('answer.txt', String(kept.length))
