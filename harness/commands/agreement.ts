import { defineCommand } from './flags/command.ts'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Argv } from 'yargs'
import { benchmarkEntry, benchmarksWith } from '../benchmarks/index.ts'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import type { Paper } from '../contracts/paper.ts'
import type { Where } from '../contracts/published.ts'
import { SCHEMA_VERSION, type RunRecord, type TrialRecord, type Verdict } from '../contracts/schema.ts'
import { UsageError } from '../errors.ts'
import { agreementOf, type Agreement, type Pair, type Side } from '../lib/statistics/agreement.ts'
import { printable } from '../reporters/printable.ts'
import { formatTable, percent } from '../reporters/table.ts'
import { readRun, readTrials } from '../store/read.ts'
import { JSON_OUTPUT, OUT } from './flags/common.ts'
import type { Flags } from './flags/values.ts'
import { resolveRun } from '../store/resolve.ts'
import { print } from './print.ts'

function agreementFlags(flags: Argv) {
  return flags
    .positional('run', { type: 'string', demandOption: true, describe: 'a run id or folder' })
    .positional('other', {
      type: 'string',
      demandOption: true,
      describe: 'a CSV file with the columns project_id, index, status and result, or another run',
    })
    .option('where', {
      type: 'string',
      array: true,
      default: [] as string[],
      describe: 'COLUMN=VALUE: only such rows of the file; each with a flag of its own',
      requiresArg: true,
    })
    .option('out', OUT)
    .option('json', JSON_OUTPUT)
    .example('$0 agreement RUN test_point_result.csv --where timestamp=20251030-112043', 'published verdicts')
    .example('$0 agreement RUN RUN', 'whether a second run says the same')
}

function agreementOptions({ run, other, where, out, json }: Flags<typeof agreementFlags>): AgreementOptions {
  const conditions = where.map((text) => {
    const [, column, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
    if (column === undefined || value === undefined) throw new UsageError(`--where takes COLUMN=VALUE, not "${text}"`)
    return { column, value }
  })
  return { run, other, out, json, where: conditions }
}

export interface AgreementOptions {
  readonly run: string
  /** A file with published verdicts, or another run. */
  readonly other: string
  readonly where: Where
  readonly out: string
  readonly json: boolean
}

export const command = defineCommand({ flags: agreementFlags, options: agreementOptions, handler: agreementCommand })

/** `pe agreement RUN OTHER`: testcode by testcode, against published verdicts or against another run. */
export async function agreementCommand(options: AgreementOptions, papers: readonly Paper[]): Promise<ExitCode> {
  if (/\.csv$/i.test(options.other) && !isFile(options.other))
    throw new UsageError(`there is no file ${path.resolve(options.other)} with verdicts`)
  const here = await readJudged(options.run, options.out)
  const { pairs, unmatched } = isFile(options.other)
    ? await pairWithVerdicts(here, options, papers)
    : pairWithRun(here, await readJudged(options.other, options.out), options)
  const agreement = agreementOf(pairs)
  const result = { schemaVersion: SCHEMA_VERSION, ...agreement, unmatched }
  if (options.json) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
  else print(asText(agreement, unmatched))
  return EXIT.done
}

function isFile(name: string): boolean {
  return existsSync(name) && statSync(name).isFile()
}

interface JudgedRun {
  readonly record: RunRecord
  readonly trials: readonly TrialRecord[]
}

/** Testcodes that only one side knows. */
interface Unmatched {
  readonly here: number
  readonly there: number
}

interface Paired {
  readonly pairs: readonly Pair[]
  readonly unmatched: Unmatched
}

async function readJudged(run: string, out: string): Promise<JudgedRun> {
  const folder = await resolveRun(run, out)
  const record = await readRun(folder)
  return { record, trials: await readTrials(folder, record) }
}

/** @throws UsageError if the run holds answers of several kinds: the published verdicts are about one of them */
async function pairWithVerdicts(
  { record, trials }: JudgedRun,
  { other, where }: AgreementOptions,
  papers: readonly Paper[],
): Promise<Paired> {
  const { name } = record.benchmark
  const readVerdicts = await benchmarkEntry(name, papers)?.verdicts?.()
  if (!readVerdicts)
    throw new UsageError(
      `no published verdicts of "${name}" can be read; those of ${benchmarksWith('verdicts', papers).join(', ')} can`,
    )
  const { agents, variants, samples } = record.settings
  if (agents.length * variants.length * samples > 1)
    throw new UsageError(
      'the run has several agents, levels, modes or samples; published verdicts are compared with one of each',
    )
  const published = await readVerdicts(path.resolve(other), where)
  const there = new Map(
    published.map(({ mission, testcode, passed, result }) => [
      `${mission} ${testcode}`,
      { status: passed ? 'passed' : 'failed', passed, ...(result === '' ? {} : { reason: result }) },
    ]),
  )
  const here = trials.flatMap(({ trial, verdicts }) =>
    verdicts.map((verdict) => ({ mission: trial.mission, key: `${trial.mission} ${verdict.testcode}`, verdict })),
  )
  return paired(here, there)
}

/** The runnable points are compared too, if they are worth something. */
function pairWithRun(here: JudgedRun, there: JudgedRun, { where }: AgreementOptions): Paired {
  if (where.length > 0) throw new UsageError('--where picks rows of a file; a run is compared whole')
  // Where each run has one agent, their names need not be the same.
  const single = [here, there].every(({ record }) => record.settings.agents.length === 1)
  const rows = ({ trials }: JudgedRun) =>
    trials.flatMap(({ trial, runnable, verdicts }) => {
      const { mission, agent, variant, sample } = trial
      const place = JSON.stringify([mission, single ? '' : agent, variant, sample])
      return [...(runnable.points.of > 0 ? [runnable] : []), ...verdicts].map((verdict) => ({
        mission,
        key: `${place} ${verdict.testcode}`,
        verdict,
      }))
    })
  return paired(rows(here), new Map(rows(there).map(({ key, verdict }) => [key, sideOf(verdict)])))
}

interface Row {
  readonly mission: string
  readonly key: string
  readonly verdict: Verdict
}

function paired(rows: readonly Row[], there: ReadonlyMap<string, Side>): Paired {
  const known = new Set(rows.map(({ key }) => key))
  const pairs = rows.flatMap(({ mission, key, verdict }) => {
    const side = there.get(key)
    return side ? [{ mission, testcode: verdict.testcode, here: sideOf(verdict), there: side }] : []
  })
  const unmatched = {
    here: rows.length - pairs.length,
    there: [...there.keys()].filter((key) => !known.has(key)).length,
  }
  return { pairs, unmatched }
}

function sideOf({ status, reason }: Verdict): Side {
  const passed = status === 'unjudged' || status === 'excluded' ? null : status === 'passed'
  return { status, passed, ...(reason === undefined ? {} : { reason }) }
}

function asText(agreement: Agreement, unmatched: Unmatched): string {
  const { rows, kappa, confusion, byMission, byStatus, disagreements, notJudged } = agreement
  const share = ({ rows: all, agreed }: { rows: number; agreed: number }) => [String(all), percent(agreed / all)]
  return [
    `${String(rows)} rows judged by both: ${percent(agreement.agreement)} agree, κ ${kappa === null ? '–' : kappa.toFixed(3)}`,
    `not judged by both: ${String(notJudged.length)}; only here: ${String(unmatched.here)}; only there: ${String(unmatched.there)}`,
    '',
    formatTable(
      [
        ['', 'there passed', 'there failed'],
        ['here passed', String(confusion.bothPassed), String(confusion.onlyHere)],
        ['here failed', String(confusion.onlyThere), String(confusion.bothFailed)],
      ],
      [1, 2],
    ),
    '',
    formatTable([['mission', 'rows', 'agree'], ...byMission.map((each) => [each.mission, ...share(each)])], [1, 2]),
    '',
    formatTable(
      [['here', 'there', 'rows', 'agree'], ...byStatus.map((each) => [each.here, each.there, ...share(each)])],
      [2, 3],
    ),
    ...disagreements.flatMap((pair) => ['', ...disagreementText(pair)]),
  ].join('\n')
}

function disagreementText({ mission, testcode, here, there }: Pair): string[] {
  const line = (name: string, { status, reason = '' }: Side) =>
    `  ${name} ${status}${reason === '' ? '' : `: ${printable(reason.split('\n')[0] ?? '')}`}`
  return [`${mission} ${testcode}`, line('here', here), line('there', there)]
}
