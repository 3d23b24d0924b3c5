const fs = require('node:fs')

// Bounded if nothing stops it: 200,000 files.
for (let count = 0; count < 200_000; count += 1) {
  if (count % 1000 === 0) fs.mkdirSync(String(count / 1000))
  fs.writeFileSync(`${String(Math.floor(count / 1000))}/${String(count)}`, 'x')
}
fs.writeFileSync('answer.txt', '42')
