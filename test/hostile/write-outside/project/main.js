const fs = require('node:fs')
const path = require('node:path')

for (const folder of process.argv.slice(2)) {
  try {
    fs.writeFileSync(path.join(folder, 'pe-hostile-outside.txt'), 'pe-hostile')
  } catch {
    // Not permitted, as expected.
  }
}
fs.writeFileSync('tried.txt', 'tried')
