import path from 'node:path'
import type { Argv } from 'yargs'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import type { Paper } from '../contracts/paper.ts'
import type { PaperTables } from '../contracts/paper-tables.ts'
import type { RunRecord } from '../contracts/schema.ts'
import { UsageError } from '../errors.ts'
import { groupBy } from '../lib/collections/group-by.ts'
import { copiedNotes, distinctRuns } from '../lib/statistics/distinct-runs.ts'
import type { PaperTable, TableInputs } from '../lib/statistics/paper-table.ts'
import { suiteIncompatibilities, type RunData } from '../lib/statistics/sides.ts'
import { TABLE_FORMATS, type MadeTable } from '../reporters/tables/formats.ts'
import { resolveRun } from '../store/resolve.ts'
import { resultFiles } from '../store/store.ts'
import { deliver } from './deliver.ts'
import { OUT } from './flags/common.ts'
import { defineCommand } from './flags/command.ts'
import { readPeople } from './people-file.ts'
import { complain, say } from './print.ts'

function tablesFlags(flags: Argv) {
  return flags
    .positional('runs', { type: 'string', array: true, demandOption: true, describe: 'run ids or folders' })
    .option('out', OUT)
    .option('table', {
      type: 'string',
      describe: 'numbers of tables of the paper, comma-separated; all by default',
      requiresArg: true,
    })
    .option('format', {
      choices: ['md', 'csv', 'json', 'html'] as const,
      describe: 'by default that of the name of --to, or else md',
      requiresArg: true,
    })
    .option('people', {
      type: 'string',
      describe: 'file with judgements of people (pe judge-check RUN --template FILE)',
      requiresArg: true,
    })
    .option('to', { type: 'string', describe: 'the file to write; standard output by default', requiresArg: true })
    .example('$0 tables RUN RUN --table 4', 'one table of the paper of ProjectEval, from two runs')
}

export interface TablesOptions {
  readonly runs: readonly string[]
  readonly out: string
  readonly tables: readonly string[]
  readonly format: keyof typeof TABLE_FORMATS
  readonly people: string | undefined
  readonly to: string | undefined
}

export const command = defineCommand({
  flags: tablesFlags,
  options: ({ runs, out, table, format, people, to }): TablesOptions => ({
    runs,
    out,
    tables: table === undefined ? [] : table.split(',').map((number) => number.trim()),
    format: format ?? formatOf(to),
    people,
    to,
  }),
  handler: tablesCommand,
})

/** By the ending of the name; Markdown for any other. */
function formatOf(file = ''): TablesOptions['format'] {
  const ending = path.extname(file).slice(1).toLowerCase()
  const formats = Object.keys(TABLE_FORMATS) as TablesOptions['format'][]
  return formats.find((format) => format === ending) ?? 'md'
}

/** `pe tables RUN…`: the tables of the paper that published a benchmark, in its rows and columns. */
export async function tablesCommand(options: TablesOptions, papers: readonly Paper[]): Promise<ExitCode> {
  const { runs, out, tables, format, people, to } = options
  const folders = await Promise.all(runs.map((run) => resolveRun(run, out)))
  const data: RunData[] = []
  for (const folder of new Set(folders)) data.push(await resultFiles.read(folder))
  const given = people === undefined ? {} : { people: await readPeople(people) }
  await deliver(TABLE_FORMATS[format](numberedTables(data, tables, await allTables(papers), given)), to)
  if (to !== undefined) say(`wrote ${path.resolve(to)} (${format})`)
  return EXIT.done
}

/** The tables of the papers that published a benchmark, by its name. */
export type TablesByBenchmark = Readonly<Record<string, PaperTables>>

export async function allTables(papers: readonly Paper[]): Promise<TablesByBenchmark> {
  const all = await Promise.all(papers.flatMap(({ tables }) => tables?.() ?? []))
  return Object.assign({}, ...all) as TablesByBenchmark
}

/** Which tables to make, and what they need besides runs. */
export interface TablesWanted extends TableInputs {
  /** All by default. */
  readonly wanted?: (table: PaperTable) => boolean
}

/**
 * The tables of the benchmarks of these runs.
 * @throws UsageError if a benchmark has no tables
 */
export function tablesOf(
  runs: readonly RunData[],
  { wanted = () => true, ...inputs }: TablesWanted,
  all: TablesByBenchmark,
): MadeTable[] {
  return [...groupBy(runs, ({ run }) => run.benchmark.name)].flatMap(([benchmark, named]) => {
    const distinct = distinctRuns(named)
    const { runs: own } = distinct
    const { tables, title: name = benchmark } = tablesFor(benchmark, own, all)
    const differences = differencesIn(own).map((difference) => `These runs are not alike: ${difference}.`)
    return tables.filter(wanted).map(({ id, title, make }) => {
      const made = make(own, inputs)
      return { benchmark: name, id, title, ...made, notes: [...made.notes, ...copiedNotes(distinct), ...differences] }
    })
  })
}

/** Undefined if there are no tables of the run. */
export function tablesForRun({ benchmark }: RunRecord, all: TablesByBenchmark): PaperTables | undefined {
  const found = Object.hasOwn(all, benchmark.name) ? all[benchmark.name] : undefined
  const { missions } = found ?? {}
  return missions === undefined || benchmark.missions.some(({ id }) => missions.includes(id)) ? found : undefined
}

function tablesFor(benchmark: string, runs: readonly RunData[], all: TablesByBenchmark): PaperTables {
  const [found] = runs.flatMap(({ run }) => tablesForRun(run, all) ?? [])
  if (found) return found
  const known = Object.entries(all).map(
    ([name, { missions }]) => `${name}${missions === undefined ? '' : ` (of ${missions.join(', ')})`}`,
  )
  throw new UsageError(`there are no tables of "${benchmark}" in these runs; there are some of ${known.join(', ')}`)
}

/**
 * The tables with these numbers.
 * @param numbers All if it is empty
 * @throws UsageError if a benchmark has no tables, or none with such a number
 */
export function numberedTables(
  runs: readonly RunData[],
  numbers: readonly string[],
  all: TablesByBenchmark,
  inputs: TableInputs = {},
): MadeTable[] {
  for (const [benchmark, own] of groupBy(runs, ({ run }) => run.benchmark.name)) {
    const { tables, title = benchmark } = tablesFor(benchmark, own, all)
    const known = new Set(tables.flatMap(numbersOf))
    const unknown = numbers.find((number) => !known.has(number))
    if (unknown !== undefined)
      throw new UsageError(`the paper of ${title} has no table "${unknown}" here; there are ${[...known].join(', ')}`)
    for (const difference of differencesIn(own)) complain(`these runs are not alike: ${difference}`)
  }
  const isWanted = (table: PaperTable) => numbersOf(table).some((number) => numbers.includes(number))
  return tablesOf(runs, { ...inputs, ...(numbers.length === 0 ? {} : { wanted: isWanted }) }, all)
}

function numbersOf({ id, also = [] }: PaperTable): string[] {
  return [id, ...also]
}

/** Runs of one table should differ only in their agents, levels and modes. */
function differencesIn([first, ...others]: readonly RunData[]): string[] {
  if (first === undefined) return []
  return [...new Set(others.flatMap(({ run }) => suiteIncompatibilities(first.run, run)))]
}
