const fs = require('node:fs')

const CHUNK = Buffer.alloc(16 * 1024 * 1024, 'x')

// Bounded if nothing stops it: 2 GiB in each place.
for (const folder of ['/dev/shm', '/tmp', '/run', '/dev']) {
  for (let count = 0; count < 128; count += 1) {
    try {
      fs.writeFileSync(`${folder}/pe-hostile-${String(count)}`, CHUNK)
    } catch {
      break
    }
  }
}
