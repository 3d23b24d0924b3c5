#!/usr/bin/env node
const fs = require('node:fs')

const [FILE, NEW] = ['accounts', 'accounts.new']
const accounts = new Map()
if (fs.existsSync(FILE))
  for (const line of fs.readFileSync(FILE, 'utf8').split('\n').filter(Boolean)) {
    const [name, balance] = line.split(' ')
    accounts.set(name, BigInt(balance))
  }

function run(line) {
  const [what, one, two, three] = line.split(' ')
  if (what === 'add') accounts.set(one, (accounts.get(one) ?? 0n) + BigInt(two))
  else if (what === 'total') return `${accounts.size} ${[...accounts.values()].reduce((sum, each) => sum + each, 0n)}`
  else if (!accounts.has(one)) return `no account ${one}`
  else if (what === 'show') return String(accounts.get(one))
  else if (what === 'close') accounts.delete(one)
  else if (what === 'move') {
    if (!accounts.has(two)) return `no account ${two}`
    if (accounts.get(one) < BigInt(three)) return 'not enough'
    accounts.set(one, accounts.get(one) - BigInt(three))
    accounts.set(two, accounts.get(two) + BigInt(three))
  }
}

const told = []
for (const line of fs.readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
  if (line === 'crash') break
  const text = run(line)
  if (text !== undefined) told.push(`${text}\n`)
}
process.stdout.write(told.join(''))
fs.writeFileSync(NEW, [...accounts].map(([name, balance]) => `${name} ${balance}\n`).join(''))
fs.renameSync(NEW, FILE)
