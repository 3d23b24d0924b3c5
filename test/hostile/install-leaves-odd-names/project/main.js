const fs = require('node:fs')

const odd = (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe, 0x80])])
fs.writeFileSync('answer.txt', fs.readFileSync(odd('file'), 'utf8') === 'x' ? '42' : 'lost')
fs.writeFileSync(odd('answer'), 'x')
