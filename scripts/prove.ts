/**
 * The long proofs, and the page `docs/measured.md` that states them. Results are files, `proofs/COMMIT/PART.json` (PE_PROOFS names another
 * folder than `proofs`), so parts can run hours or days apart and in several clones. The page needs a result of every part at one commit,
 * without a problem; otherwise nothing is written.
 */
import path from 'node:path'
import { execa } from 'execa'
import { PARTS, type Part, type Proof } from './proofs/parts.ts'
import { measuredPage, writeMeasured } from './proofs/page.ts'
import { changedFiles, commitOf, machine, readResults, SCHEMA_VERSION, writeResult } from './proofs/results.ts'

const USAGE = `npm run prove                   # every part without a result at this commit, then the page
npm run prove -- PART [ARG …]   # one part; with arguments it is smaller, and its result is not recorded
npm run prove -- list           # the parts, and what is recorded of this commit
npm run prove -- page [COMMIT]  # only the page`

const root = path.resolve(import.meta.dirname, '..')
const folder = path.resolve(process.env['PE_PROOFS'] ?? path.join(root, 'proofs'))
const [name, ...args] = process.argv.slice(2)

process.exitCode = await main()

async function main(): Promise<number> {
  if (name === 'list') return await list()
  if (name === 'page') return await writePage(await commitOf(root, args[0]))
  if (name === '--help') {
    print(USAGE)
    return 0
  }
  if (name === undefined) return await proveAll()
  const part = PARTS.find((each) => each.name === name)
  if (part) return (await prove(part, args)) ? 0 : 1
  process.stderr.write(`there is no part "${name}", but ${PARTS.map((each) => each.name).join(', ')}\n`)
  return 2
}

async function proveAll(): Promise<number> {
  const dirty = await changedFiles(root)
  if (dirty.length > 0) {
    process.stderr.write(
      `commit first: results belong to a commit, and these files are not in it: ${dirty.join(', ')}\n`,
    )
    return 2
  }
  const commit = await commitOf(root)
  const recorded = await readResults(folder, commit)
  for (const part of PARTS) if (recorded.get(part.name)?.problems.length !== 0) await prove(part, [])
  return await writePage(commit)
}

/** @returns whether the part ran without a problem */
async function prove(part: Part, partArgs: readonly string[]): Promise<boolean> {
  print(`== ${part.name}: ${part.title}`)
  const commit = await commitOf(root)
  const before = await whyNotRecorded(commit, partArgs)
  if (before !== undefined) print(`this will not be recorded: ${before}`)
  const began = new Date()
  const proof = await part.prove(partArgs).catch((error: unknown): Proof => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    return { figures: [], problems: [`it stopped: ${error instanceof Error ? error.message : String(error)}`] }
  })
  const seconds = Math.round((Date.now() - began.getTime()) / 1000)
  for (const figure of proof.figures) print(figure)
  for (const problem of proof.problems) print(`  PROBLEM ${problem}`)
  const why = before ?? (await whyNotRecorded(commit, partArgs))
  if (why !== undefined) print(`not recorded: ${why}`)
  else {
    const result = { part: part.name, commit, began: began.toISOString(), seconds, machine: machine(), ...proof }
    print(`recorded in ${await writeResult(folder, { schemaVersion: SCHEMA_VERSION, ...result })}`)
  }
  return proof.problems.length === 0
}

async function whyNotRecorded(commit: string, partArgs: readonly string[]): Promise<string | undefined> {
  if (partArgs.length > 0) return 'with arguments, a part is not whole'
  const dirty = await changedFiles(root)
  if (dirty.length > 0) return `these files are not in the commit: ${dirty.join(', ')}`
  return (await commitOf(root)) === commit ? undefined : 'another commit was checked out while the part ran'
}

async function list(): Promise<number> {
  const recorded = await readResults(folder, await commitOf(root))
  for (const part of PARTS) {
    const result = recorded.get(part.name)
    const problems = result?.problems.length ?? 0
    const state = result === undefined ? 'not run' : problems === 0 ? 'proven' : `${String(problems)} problems`
    print(`${part.name.padEnd(18)} ${state.padEnd(12)} ${part.title}`)
  }
  return 0
}

async function writePage(commit: string): Promise<number> {
  const results = await readResults(folder, commit)
  const page = measuredPage(PARTS, results)
  if ('missing' in page) {
    process.stderr.write(`docs/measured.md is not written: at ${commit.slice(0, 8)},\n  ${page.missing.join('\n  ')}\n`)
    return 1
  }
  await writeMeasured(root, page)
  await execa('node', ['node_modules/oxfmt/bin/oxfmt', 'README.md', 'docs/measured.md'], { cwd: root })
  print('docs/measured.md and the figures of README.md are written')
  return 0
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
