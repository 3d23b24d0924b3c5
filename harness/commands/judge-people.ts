/** How far the model that judged code in a run agrees with people. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import type { Paper } from '../contracts/paper.ts'
import type { JudgedCriterion } from '../contracts/paper-tables.ts'
import { UsageError } from '../errors.ts'
import { csvLine } from '../reporters/formats/csv.ts'
import { TABLE_FORMATS } from '../reporters/tables/formats.ts'
import { resolveRun } from '../store/resolve.ts'
import { resultFiles } from '../store/store.ts'
import { deliver } from './deliver.ts'
import { COLUMNS, readPeople } from './people-file.ts'
import { say } from './print.ts'
import { allTables, tablesForRun, tablesOf } from './tables.ts'

export interface JudgePeopleOptions {
  readonly run: string
  readonly out: string
  readonly json: boolean
  readonly people: string | undefined
  readonly template: string | undefined
}

/** `pe judge-check RUN --people FILE`: the agreement as its paper gives it. `--template FILE` writes the file that people fill in. */
export async function judgePeopleCommand(options: JudgePeopleOptions, papers: readonly Paper[]): Promise<ExitCode> {
  const { run, out, json, people, template } = options
  const data = await resultFiles.read(await resolveRun(run, out))
  const all = await allTables(papers)
  const criteria = tablesForRun(data.run, all)?.criteria?.(data) ?? []
  if (criteria.length === 0) throw new UsageError(`${run} has no review by a model: name a run of ${reviewed(all)}`)
  if (template !== undefined) {
    // People may have filled it in.
    if (existsSync(template))
      throw new UsageError(
        `${path.resolve(template)} exists: name a new file with --template, or read it with --people`,
      )
    await deliver(templateOf(data.run.runId, criteria), template)
    say(
      `wrote ${path.resolve(template)}: a row for each criterion; each person copies them, and judges by 0 to 10, or yes or no`,
    )
  }
  if (people === undefined) return EXIT.done
  const wanted = ({ comparesPeople }: { readonly comparesPeople?: true }) => comparesPeople === true
  const made = tablesOf([data], { people: await readPeople(people), wanted }, all)
  await deliver(TABLE_FORMATS[json ? 'json' : 'md'](made), undefined)
  return EXIT.done
}

/** The benchmarks whose code a model judges. */
function reviewed(all: Awaited<ReturnType<typeof allTables>>): string {
  return Object.entries(all)
    .flatMap(([name, { criteria }]) => (criteria ? [name] : []))
    .join(' or ')
}

function* templateOf(run: string, criteria: readonly JudgedCriterion[]): Iterable<string> {
  yield csvLine(COLUMNS)
  for (const { trial, testcode, criterion } of criteria) yield csvLine([run, trial, testcode, criterion, '', ''])
}
