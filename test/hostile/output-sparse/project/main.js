const fs = require('node:fs')

fs.writeFileSync('answer.txt', '42')
for (const size of [2 ** 40, 2 ** 36, 2 ** 32, 2 ** 27]) {
  try {
    fs.truncateSync('answer.txt', size)
    break
  } catch {
    // Too large: try the next smaller size.
  }
}
