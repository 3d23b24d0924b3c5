const fs = require('node:fs')

const CHUNK = Buffer.alloc(4 * 1024 * 1024, 'x')

// Bounded if nothing stops it: 4 GiB.
for (let count = 0; count < 1024; count += 1) {
  try {
    fs.appendFileSync(`file-${String(Math.floor(count / 32))}`, CHUNK)
  } catch {
    // A limit on the size of one file does not stop it.
  }
}
fs.writeFileSync('answer.txt', '42')
