/**
 * Proves that the hidden tests of published libraries notice faults: small changes of each reference, drawn by a seed, are judged
 * as projects. At least 80% of them must fail a test; the others are named.
 *
 *     npm run prove:libraries -- DIR [REPOSITORY…] [--count 20] [--seed 1]
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { repositoryIds } from '../harness/benchmarks/codeprojecteval/dataset.ts'
import { countsOf, judgeMutants } from './proofs/libraries/mutants.ts'

/** Share of the mutants of all repositories together. */
const NOTICED = 0.8

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    concurrency: { type: 'string', default: '2' },
  },
})
const [given = process.env['PE_CODEPROJECTEVAL_DIR'], ...wanted] = positionals
if (given === undefined) {
  process.stderr.write('name the folder of the repositories: npm run prove:libraries -- DIR [REPOSITORY…]\n')
  process.exit(2)
}

const stop = new AbortController()
process.once('SIGINT', () => {
  stop.abort(new Error('interrupted'))
})
const plan = {
  ...{ source: path.resolve(given), signal: stop.signal },
  ...{ count: Number(values.count), seed: Number(values.seed), concurrency: Number(values.concurrency) },
}
const all = { judged: 0, noticed: 0 }
const problems: string[] = []
for (const id of wanted.length > 0 ? wanted : repositoryIds(plan.source)) {
  const began = performance.now()
  try {
    const { possible, results } = await judgeMutants(id, plan)
    const { judged, noticed } = countsOf(results)
    all.judged += judged
    all.noticed += noticed
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    say(
      `${id}: ${share(noticed, judged)} noticed; ${String(results.length)} drawn of ${String(possible)}, ${seconds} s`,
    )
    for (const { outcome, name, file, line, before, after, by } of results) {
      if (outcome === 'survived') say(`  survived: ${file}:${String(line)} (${name}): ${before} → ${after}`)
      if (outcome === 'unjudged') problems.push(`${id}: ${file}:${String(line)} was not judged: ${by}`)
    }
    if (judged === 0) problems.push(`${id}: no mutant was judged`)
  } catch (error) {
    if (stop.signal.aborted) throw error
    problems.push(`${id}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
say(`all: ${share(all.noticed, all.judged)} noticed`)
for (const problem of problems) say(problem)
if (problems.length > 0 || all.judged === 0 || all.noticed / all.judged < NOTICED) process.exitCode = 1

function share(part: number, of: number): string {
  return `${String(part)} of ${String(of)}${of === 0 ? '' : ` (${((100 * part) / of).toFixed(0)}%)`}`
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
