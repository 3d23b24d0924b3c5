const fs = require('node:fs')

const odd = (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe, 0x80])])
fs.writeFileSync(odd('file'), 'x')
fs.mkdirSync(odd('folder'))
fs.writeFileSync(Buffer.concat([odd('folder'), Buffer.from('/'), odd('inner')]), 'x')
fs.symlinkSync(odd('file'), odd('link'))
