/**
 * Copies the compiled grammars for CodeBLEU from their npm packages into grammars/, compressed. The packages are not
 * dependencies, because they contain sources and native builds of a hundred times the size, and compile on installation.
 * `grammars/grammars.json` lists package, version and file of each grammar; the file must match the digest, if there is one.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

const MINUTE = 60_000
const folder = path.resolve(import.meta.dirname, '..', 'grammars')
const listFile = path.join(folder, 'grammars.json')

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'grammars-'))
try {
  const list = JSON.parse(fs.readFileSync(listFile, 'utf8'))
  const packages = new Map()
  const grammars = list.map((grammar) => copy(grammar, unpacked(grammar, packages)))
  fs.writeFileSync(listFile, `${JSON.stringify(grammars, null, 2)}\n`)
  fs.writeFileSync(path.join(folder, 'LICENSES'), licences(packages))
} finally {
  fs.rmSync(scratch, { recursive: true })
}

function unpacked({ package: name, version }, packages) {
  const id = `${name}@${version}`
  if (!packages.has(id)) packages.set(id, unpack(id))
  return packages.get(id)
}

/** npm verifies the download against the registry's digest. */
function unpack(id) {
  const target = fs.mkdtempSync(path.join(scratch, 'package-'))
  const options = { cwd: target, encoding: 'utf8', timeout: 5 * MINUTE }
  const [{ filename }] = JSON.parse(execFileSync('npm', ['pack', '--json', id], options))
  execFileSync('tar', ['-xzf', filename], options)
  return path.join(target, 'package')
}

function copy(grammar, from) {
  const wasm = fs.readFileSync(path.join(from, grammar.file))
  const sha256 = createHash('sha256').update(wasm).digest('hex')
  if (grammar.sha256 !== undefined && grammar.sha256 !== sha256)
    throw new Error(`${grammar.package}@${grammar.version} ${grammar.file} has digest ${sha256}, not ${grammar.sha256}`)
  fs.writeFileSync(path.join(folder, `${grammar.name}.wasm.gz`), gzipSync(wasm, { level: 9 }))
  return { ...grammar, bytes: wasm.length, sha256 }
}

function licences(packages) {
  const texts = [...packages].map(([id, from]) => `${id}\n\n${fs.readFileSync(licenceFile(id, from), 'utf8').trim()}\n`)
  return texts.join(`\n${'-'.repeat(80)}\n\n`)
}

function licenceFile(id, from) {
  const name = fs.readdirSync(from).find((each) => /^licen[cs]e/i.test(each))
  if (name === undefined) throw new Error(`${id} contains no licence`)
  return path.join(from, name)
}
