const fs = require('node:fs')

fs.writeFileSync('names0', Buffer.alloc(16 * 2 ** 20, 'x'))
for (let number = 1; number < 1000; number += 1) fs.linkSync('names0', `names${number}`)
