import type { Stage } from '../../../harness/contracts/vocabulary.ts'
import { median } from '../measure.ts'
import { check, judge, print, statusesOf, type Judged } from './runs.ts'

/** The published judge on the same testcodes: 42 of 264 verdicts changed between two runs, each of which took 247–372 s. */
const ORIGINAL = { changed: 42, seconds: '247–372 s' }
const MIN_PASSED = 262
const MAX_SECONDS = 90
/** Number of testcodes with a random result: one expects a kind of character that a password generator may leave out. */
const RANDOM_TESTCODES = 1

/** Judges the canonical solutions repeatedly at the default concurrency: correctness, repeatability and time. */
export async function benchCanonical(runs: number, out: string): Promise<void> {
  const judged: Judged[] = []
  for (let number = 1; number <= runs; number += 1) {
    const run = await judge('canonical', out)
    judged.push(run)
    const { testcodes, runnable, seconds } = run.summary
    print(
      `run ${String(number)}: ${String(testcodes.passed)} of ${String(judgeable(run))} testcodes, ${String(runnable.passed)} of ${String(runnable.total)} runnable, ${seconds.toFixed(1)} s`,
    )
    for (const { trial, verdicts } of run.trials) {
      for (const { testcode, status, reason = '' } of verdicts) {
        if (status !== 'passed') print(`  ${trial.mission} ${testcode} ${status}: ${reason.split('\n')[0] ?? ''}`)
      }
    }
  }
  const changed = changedOver(judged)
  const passed = judged.map(({ summary }) => summary.testcodes.passed)
  const runnable = judged.map(({ summary }) => summary.runnable.passed)
  const seconds = judged.map(({ summary }) => summary.seconds)
  check(`at least ${String(MIN_PASSED)} testcodes in each run`, passed.join(', '), Math.min(...passed) >= MIN_PASSED)
  check(
    '20 runnable points in each run',
    runnable.join(', '),
    runnable.every((points) => points === 20),
  )
  check(
    `at most ${String(RANDOM_TESTCODES)} verdict changes over the runs (the original: ${String(ORIGINAL.changed)} over two)`,
    changed.length === 0 ? 'none' : changed.join(', '),
    changed.length <= RANDOM_TESTCODES,
  )
  // The median, not the minimum, is what a run usually takes.
  const middle = median(seconds)
  const [fastest, slowest] = [Math.min(...seconds), Math.max(...seconds)]
  check(
    `a median of at most ${String(MAX_SECONDS)} s on 2 cores (the original: ${ORIGINAL.seconds})`,
    `${fastest.toFixed(1)} s at best, ${middle.toFixed(1)} s in the median, ${slowest.toFixed(1)} s at worst`,
    middle <= MAX_SECONDS,
  )
}

/** Judges the same testcodes one trial at a time, and prints the time of each stage. */
export async function benchTime(out: string): Promise<void> {
  const single = await judge('canonical', out, ['--concurrency', '1'])
  const sum = (stage: Stage) => single.trials.reduce((total, { stages }) => total + (stages[stage] ?? 0), 0) / 1000
  print(`one trial at a time: ${single.summary.seconds.toFixed(1)} s`)
  for (const stage of ['launch', 'open', 'judge'] as const) print(`  of which ${stage}: ${sum(stage).toFixed(1)} s`)
  print(`  (launch includes the start of the servers and their migrations)`)
}

function judgeable({ summary }: Judged): number {
  const { total, unjudged, excluded } = summary.testcodes
  return total - unjudged - excluded
}

/** The testcodes whose status differs between runs. */
function changedOver(runs: readonly Judged[]): string[] {
  const statuses = runs.map(statusesOf)
  const names = [...(statuses[0]?.keys() ?? [])]
  return names.filter((name) => new Set(statuses.map((run) => run.get(name))).size > 1)
}
