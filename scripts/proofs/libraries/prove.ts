/**
 * The tester notices the faults that the hidden tests of published libraries notice: small changes of each reference, drawn by a seed from
 * the lines that the tests run, are judged as projects, and their tests are run with pytest alone. Each mutant that pytest notices must be
 * noticed, and no other. Names the mutants that no test notices: they are equivalent, or the suite is weak.
 *
 *     npm run prove -- libraries [REPOSITORY…] [--count 20] [--seed 1] [--concurrency 2]
 */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { repositoryIds } from '../../../harness/benchmarks/libraries/dataset.ts'
import { formatTable } from '../../../harness/reporters/table.ts'
import { publishedFolder } from '../../../test/needs.ts'
import type { Proof } from '../parts.ts'
import { countsOf, type MutantResult } from './compare.ts'
import { judgeMutants, type MutantResults } from './mutants.ts'

export async function provenMutants(args: readonly string[]): Promise<Proof> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      count: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      concurrency: { type: 'string', default: '2' },
    },
  })
  const stop = new AbortController()
  const onInterrupt = () => {
    stop.abort(new Error('interrupted'))
  }
  process.once('SIGINT', onInterrupt)
  const plan = {
    ...{ source: publishedRepositories(), signal: stop.signal },
    ...{ count: Number(values.count), seed: Number(values.seed), concurrency: Number(values.concurrency) },
  }
  const all: MutantResults[] = []
  const problems: string[] = []
  for (const id of positionals.length > 0 ? positionals : repositoryIds(plan.source)) {
    try {
      const judged = await judgeMutants(id, plan)
      all.push(judged)
      problems.push(...judged.results.flatMap((result) => problemsOf(id, result)))
      for (const result of judged.results) sayWeak(id, result)
    } catch (error) {
      if (stop.signal.aborted) throw error
      problems.push(`${id}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  process.off('SIGINT', onInterrupt)
  process.stdout.write(`${table(all)}\n`)
  const { mutants, byPytest, byTester, missed, alone } = countsOf(all.flatMap(({ results }) => results))
  if (mutants === 0) problems.push('no mutant was judged')
  const counts = `${String(mutants)} mutants of ${String(all.length)} libraries`
  const noticed = `pytest notices ${String(byPytest)}, the tester ${String(byTester)}`
  return {
    figures: [`${counts}: ${noticed}; ${String(missed)} missed, ${String(alone)} noticed by the tester alone`],
    problems,
  }
}

function publishedRepositories(): string {
  const folder = publishedFolder('codeprojecteval')
  if (!existsSync(folder)) throw new Error(`there is no folder ${folder}: set PE_CODEPROJECTEVAL_DIR`)
  return folder
}

function problemsOf(id: string, result: MutantResult): string[] {
  const { byPytest, byTester, problem } = result
  const place = `${id}: ${inWords(result)}`
  if (byTester === undefined) return [`${place} was not judged: ${problem ?? ''}`]
  if (byPytest && !byTester) return [`${place} is missed`]
  return byTester && !byPytest ? [`${place} is noticed by the tester alone`] : []
}

/** Mutants that no test notices, and single tests on which both differ. */
function sayWeak(id: string, result: MutantResult): void {
  const lines = result.only.map((each) => `  ${id}: differs on ${inWords(result)}: ${each}`)
  if (!result.byPytest && result.byTester === false) lines.push(`  ${id}: no test notices ${inWords(result)}`)
  for (const line of lines) process.stdout.write(`${line}\n`)
}

function inWords({ operator, file, line, before, after }: MutantResult): string {
  return `${file}:${String(line)} (${operator}): ${before} → ${after}`
}

function table(all: readonly MutantResults[]): string {
  const head = ['repository', 'mutants', 'pytest', 'tester', 'missed', 'alone', 'decisions', 'differing']
  const rows = all.map(({ id, results }) => [id, ...cells(results)])
  return formatTable([head, ...rows, ['all', ...cells(all.flatMap(({ results }) => results))]], [1, 2, 3, 4, 5, 6, 7])
}

function cells(results: readonly MutantResult[]): string[] {
  const { mutants, byPytest, byTester, missed, alone, decisions, differing } = countsOf(results)
  return [mutants, byPytest, byTester, missed, alone, decisions, differing].map(String)
}
