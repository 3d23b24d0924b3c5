/**
 * Proves that the tester notices the faults that the hidden tests of published libraries notice: small changes of each reference,
 * drawn by a seed from the lines that the tests run, are judged as projects, and their tests are run with pytest alone. Each mutant that
 * pytest notices must be noticed, and no other. Names the mutants that no test notices: they are equivalent, or the suite is weak.
 *
 *     npm run prove:libraries -- DIR [REPOSITORY…] [--count 20] [--seed 1] [--concurrency 2]
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { repositoryIds } from '../harness/benchmarks/codeprojecteval/dataset.ts'
import { formatTable } from '../harness/reporters/table.ts'
import { countsOf, type MutantResult } from './proofs/libraries/compare.ts'
import { judgeMutants, type MutantResults } from './proofs/libraries/mutants.ts'

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
const all: MutantResults[] = []
const problems: string[] = []
for (const id of wanted.length > 0 ? wanted : repositoryIds(plan.source)) {
  const began = performance.now()
  try {
    const judged = await judgeMutants(id, plan)
    all.push(judged)
    const { possible, everywhere, results } = judged
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    say(
      `${id}: ${String(results.length)} mutants of ${String(possible)} in lines that run ` +
        `(${String(everywhere)} in all lines), ${seconds} s`,
    )
    for (const result of results) report(id, result)
  } catch (error) {
    if (stop.signal.aborted) throw error
    problems.push(`${id}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
say(`\n${table()}`)
for (const problem of problems) say(problem)
const { mutants, missed, alone } = countsOf(all.flatMap(({ results }) => results))
if (problems.length > 0 || mutants === 0 || missed + alone > 0) process.exitCode = 1

function report(id: string, result: MutantResult): void {
  const { byPytest, byTester, only, operator, file, line, before, after, problem } = result
  const place = `${file}:${String(line)} (${operator}): ${before} → ${after}`
  if (byTester === undefined) problems.push(`${id}: ${place} was not judged: ${problem ?? ''}`)
  else if (byPytest && !byTester) say(`  MISSED: ${place}`)
  else if (byTester && !byPytest) say(`  NOTICED BY THE TESTER ALONE: ${place}`)
  else if (!byTester) say(`  not noticed by pytest itself: ${place}`)
  for (const each of only) say(`  differs on ${place}: ${each}`)
}

function table(): string {
  const head = ['repository', 'mutants', 'pytest', 'tester', 'missed', 'alone', 'decisions', 'differing']
  const rows = all.map(({ id, results }) => [id, ...cells(results)])
  return formatTable([head, ...rows, ['all', ...cells(all.flatMap(({ results }) => results))]], [1, 2, 3, 4, 5, 6, 7])
}

function cells(results: readonly MutantResult[]): string[] {
  const counts = countsOf(results)
  const { mutants: of, byPytest, byTester, missed: lost, alone: more, decisions, differing } = counts
  return [of, byPytest, byTester, lost, more, decisions, differing].map(String)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
