const fs = require('node:fs')

const SECRETS = [
  ...['/etc/shadow', '/etc/gshadow', '/etc/sudoers', '/etc/machine-id', '/etc/ssh', '/etc/ssl/private', '/etc/hostid'],
  ...['/root', '/home', '/var/log', '/var/lib', '/var/spool', '/var/tmp', '/var/run/docker.sock', '/run/docker.sock'],
  ...['/run/systemd', '/run/user', '/mnt', '/media', '/srv', '/boot', '/opt', '/lost+found', '/.dockerenv'],
  ...['/dev/mem', '/dev/kmsg', '/dev/sda', '/dev/vda', '/dev/fuse', '/dev/tty', '/dev/console', '/dev/input'],
  ...['/proc/kcore', '/proc/kmsg', '/proc/1/environ', '/proc/1/root/etc', '/proc/1/cwd/etc', '/proc/1/mem'],
  ...['/proc/sysrq-trigger', '/sys/fs/cgroup', '/sys/kernel/debug', '/sys/firmware', '/sys/class/dmi/id/product_uuid'],
]
const HARNESS = [
  ...['package.json', 'harness', 'harness/cli.ts', 'dist', 'missions', 'canonical', 'reports', 'node_modules', '.git'],
  ...['canonical/todo/node/answers.json', 'missions/todo/testcodes.ts', 'test/hostile'],
].map((name) => `@PE_ROOT@/${name}`)
const ATTACK = ['answers.json', 'attack.yaml', 'testcodes.ts', 'project/main.js'].map((name) => `@PE_ATTACK@/${name}`)
// Parent folders, where a trial may keep files near its project.
const NEAR = ['../answers.json', '../home', '../evidence', '../../answers.json', '../copy-1']

/** Only tries to open a file, and does not read it. */
function opens(file) {
  try {
    fs.closeSync(fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK))
    return holdsSomething(file)
  } catch {
    return false
  }
}

function holdsSomething(file) {
  return !fs.statSync(file).isDirectory() || fs.readdirSync(file).length > 0
}

const found = [...SECRETS, ...HARNESS, ...ATTACK, ...NEAR].filter(opens)
fs.writeFileSync('found.txt', found.map((file) => `${file}\n`).join('') + 'looked\n')
