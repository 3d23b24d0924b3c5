/** Checks the English of comments, messages, names of exports, titles of tests, missions and documents, and that their links and paths exist: `npm run check -- english`. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { findingsIn, referencesIn } from './english/find.ts'

const root = path.resolve(import.meta.dirname, '..', '..')

const FOLDERS = ['harness', 'scripts', 'missions', 'canonical', 'test', 'docs']
const TEXTS = /\.(?:ts|tsx|js|mjs|cjs|py|md|ya?ml)$/
/**
 * Solutions, and data for tests. The wording of agents' prompts is part of their identity: with a change, every answer would
 * be paid for again. The list of patterns quotes bad English.
 */
const EXCEPT = [
  /^canonical\/[^/]+\/[^/]+\//,
  /\/(?:skeleton|materials)\//,
  /^test\/(?:fixtures|hostile|papers\/[^/]+\/fixtures)\//,
  /^harness\/(?:agents|papers\/[^/]+)\/prompts\//,
  /^scripts\/checks\/english\/patterns\.ts$/,
]

const files = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  ),
].filter((file) => TEXTS.test(file) && !EXCEPT.some((pattern) => pattern.test(file)))

let findings = 0
for (const file of files.sort()) {
  const source = read(file)
  const references = file.endsWith('.md') ? referencesIn(file, source, { has, read }) : []
  for (const { line, message } of [...findingsIn(file, source), ...references]) {
    process.stdout.write(`${file}:${String(line)}: ${message}\n`)
    findings += 1
  }
}
if (findings > 0) {
  process.stdout.write(`${String(findings)} findings; scripts/checks/english/patterns.ts has an example of each\n`)
  process.exitCode = 1
}

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8')
}

function has(file: string): boolean {
  return existsSync(path.join(root, file))
}
