const fs = require('node:fs')

for (let number = 0; number < 40; number += 1) {
  fs.writeFileSync(`hole${number}`, '')
  fs.truncateSync(`hole${number}`, 16 * 2 ** 20)
}
