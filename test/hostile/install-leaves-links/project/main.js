require('node:fs').writeFileSync('answer.txt', '42')
