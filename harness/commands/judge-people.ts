/** How far the model that reviewed a run agrees with people. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { ruleKind } from '../benchmarks/projdevbench/review.ts'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import { UsageError } from '../errors.ts'
import type { RunData } from '../lib/statistics/sides.ts'
import { csvLine } from '../reporters/formats/csv.ts'
import { TABLE_FORMATS } from '../reporters/tables/formats.ts'
import { resolveRun } from '../store/resolve.ts'
import { resultFiles } from '../store/store.ts'
import { deliver } from './deliver.ts'
import { COLUMNS, readPeople } from './people-file.ts'
import { say } from './print.ts'
import { numberedTables } from './tables.ts'

export interface JudgePeopleOptions {
  readonly run: string
  readonly out: string
  readonly json: boolean
  readonly people: string | undefined
  readonly template: string | undefined
}

const FIGURE = 'fig5'

/** `pe judge-check RUN --people FILE`: figure 5 of ProjDevBench. `--template FILE` writes the file that people fill in. */
export async function judgePeopleCommand({ run, out, json, people, template }: JudgePeopleOptions): Promise<ExitCode> {
  const data = await resultFiles.read(await resolveRun(run, out))
  if (!hasReview(data)) throw new UsageError(`${run} has no review by a model: name a run of ProjDevBench`)
  if (template !== undefined) {
    // People may have filled it in.
    if (existsSync(template))
      throw new UsageError(
        `${path.resolve(template)} exists: name a new file with --template, or read it with --people`,
      )
    await deliver(templateOf(data), template)
    say(
      `wrote ${path.resolve(template)}: a row for each criterion; each person copies them, and judges by 0 to 10, or yes or no`,
    )
  }
  if (people === undefined) return EXIT.done
  const made = numberedTables([data], [FIGURE], { people: await readPeople(people) })
  await deliver(TABLE_FORMATS[json ? 'json' : 'md'](made), undefined)
  return EXIT.done
}

function hasReview({ run }: RunData): boolean {
  return run.benchmark.missions.some(({ suites = [] }) => suites.some(({ tester }) => tester === 'review'))
}

/** A row for each criterion that a model judges. */
function* templateOf({ run, trials }: RunData): Iterable<string> {
  yield csvLine(COLUMNS)
  const reviews = new Map(
    run.benchmark.missions.map(({ id, suites = [] }) => [
      id,
      new Set(suites.filter(({ tester }) => tester === 'review').map((suite) => suite.id)),
    ]),
  )
  for (const { trial, verdicts } of trials) {
    const mission = run.benchmark.missions.find(({ id }) => id === trial.mission)
    for (const { testcode, suite = '' } of verdicts) {
      const { expects = '', page } = mission?.testcodes.find(({ id }) => id === testcode) ?? {}
      if (reviews.get(trial.mission)?.has(suite) === true && page !== ruleKind.rule)
        yield csvLine([run.runId, trial.id, testcode, expects, '', ''])
    }
  }
}
