const dgram = require('node:dgram')
const dns = require('node:dns')
const fs = require('node:fs')
const net = require('node:net')
const os = require('node:os')

const found = Object.keys(os.networkInterfaces())
  .filter((name) => name !== 'lo')
  .map((name) => `interface ${name}`)

/** Connecting a datagram socket asks the kernel for a route and sends nothing. */
function hasWay(address, type) {
  return new Promise((resolve) => {
    const socket = dgram.createSocket(type)
    const finish = (way) => {
      socket.close()
      resolve(way)
    }
    socket.on('error', () => finish(false))
    socket.connect(80, address, (error) => finish(!error))
  })
}

function connects(options) {
  return new Promise((resolve) => {
    const socket = net.connect({ ...options, timeout: 1000 })
    const finish = (connected) => {
      socket.destroy()
      resolve(connected)
    }
    socket
      .on('connect', () => finish(true))
      .on('error', () => finish(false))
      .on('timeout', () => finish(true))
  })
}

const resolves = (name) =>
  dns.promises.lookup(name).then(
    () => true,
    (error) => error.code === 'ETIMEOUT',
  )

async function main() {
  for (const [address, type] of [
    ['192.0.2.1', 'udp4'],
    ['169.254.169.254', 'udp4'],
    ['10.0.0.1', 'udp4'],
    ['2001:db8::1', 'udp6'],
    ['fd00:ec2::254', 'udp6'],
  ]) {
    if (await hasWay(address, type)) found.push(`a way to ${address}`)
  }
  // If there is a route, it does not try more.
  if (found.length === 0) {
    if (await connects({ host: '192.0.2.1', port: 80 })) found.push('a connection to 192.0.2.1')
    if (await resolves('example.invalid')) found.push('the name example.invalid')
  }
  fs.writeFileSync('found.txt', found.map((line) => `${line}\n`).join('') + 'looked\n')
}

main()
