const fs = require('node:fs')

const list = (folder) => {
  try {
    return fs.readdirSync(folder)
  } catch {
    return []
  }
}
const text = (file) => {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** This process and its ancestors. */
const own = new Set()
for (let pid = process.pid; pid > 0 && !own.has(pid);) {
  own.add(pid)
  pid = Number(/^PPid:\s*(\d+)/m.exec(text(`/proc/${String(pid)}/status`))?.[1] ?? 0)
}
const processes = list('/proc')
  .filter((name) => /^\d+$/.test(name) && !own.has(Number(name)))
  .map((pid) => text(`/proc/${pid}/comm`).trim())
const found = {
  processes,
  temporary: [...list('/tmp'), ...list('/var/tmp')].filter((name) => !name.startsWith('node')),
  memory: list('/dev/shm'),
  sockets: text('/proc/net/unix')
    .split('\n')
    .slice(1)
    .filter((line) => line.includes('@')),
  segments: text('/proc/sysvipc/shm').split('\n').slice(1).filter(Boolean),
}
fs.writeFileSync('found.json', JSON.stringify(found))
