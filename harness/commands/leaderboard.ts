import { defineCommand } from './flags/command.ts'
import path from 'node:path'
import type { Argv } from 'yargs'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import type { Paper } from '../contracts/paper.ts'
import { SCHEMA_VERSION, type Leaderboard } from '../contracts/schema.ts'
import { UsageError } from '../errors.ts'
import { copiedNotes, distinctRuns } from '../lib/statistics/distinct-runs.ts'
import type { Parts } from '../lib/files/write-stream.ts'
import { leaderboardRows, rankedBy, ranksApart } from '../lib/statistics/leaderboard.ts'
import { rowNames } from '../lib/statistics/row-names.ts'
import { sidesOf, type RunData, type RunSide } from '../lib/statistics/sides.ts'
import { leaderboardCsv } from '../reporters/leaderboard/csv.ts'
import { leaderboardHtml } from '../reporters/leaderboard/html.ts'
import { leaderboardMarkdown } from '../reporters/leaderboard/markdown.ts'
import { pooledNotes } from '../reporters/leaderboard/table.ts'
import { publishedTables, type MeasuredRun } from '../reporters/published-tables.ts'
import { listRuns, readRunMeasures } from '../store/read.ts'
import { resultFiles } from '../store/store.ts'
import { deliver } from './deliver.ts'
import { pluralise } from '../lib/wording/count.ts'
import { rankingTables } from './paper-tables.ts'
import { complain, say } from './print.ts'
import { OUT } from './flags/common.ts'
import { resolveRun } from '../store/resolve.ts'

function leaderboardFlags(flags: Argv) {
  return flags
    .positional('runs', {
      type: 'string',
      array: true,
      default: [] as string[],
      describe: 'ids or folders; all runs by default',
    })
    .option('out', OUT)
    .option('format', {
      choices: ['html', 'csv', 'markdown', 'json'] as const,
      default: 'markdown' as const,
      requiresArg: true,
    })
    .option('to', { type: 'string', describe: 'the file to write; standard output by default', requiresArg: true })
    .option('force', {
      type: 'boolean',
      default: false,
      describe: 'rank what differs in more than its agents, with a warning',
    })
    .example('$0 leaderboard --format html --to board.html', 'all runs in one table')
}

export interface LeaderboardOptions {
  /** All of the folder, if none was named. */
  readonly runs: readonly string[]
  readonly out: string
  readonly format: keyof typeof FORMATS
  readonly to: string | undefined
  readonly force: boolean
}

const FORMATS = {
  html: (board) => [leaderboardHtml(withShortNames(board))],
  csv: leaderboardCsv,
  markdown: (board) => leaderboardMarkdown(withShortNames(board)),
  json: (board) => [`${JSON.stringify(board, null, 2)}\n`],
} as const satisfies Record<string, (board: Leaderboard) => Parts>

/** For people: without the folders of answers and projects. */
function withShortNames(board: Leaderboard): Leaderboard {
  const nameOf = rowNames(board.rows.map(({ agent }) => ({ agent })))
  return { ...board, rows: board.rows.map((row) => ({ ...row, agent: nameOf({ agent: row.agent }) })) }
}

export const command = defineCommand({
  flags: leaderboardFlags,
  options: ({ runs, out, format, to, force }) => ({ runs, out, format, to, force }),
  handler: leaderboardCommand,
})

/**
 * `pe leaderboard RUN…`: many runs as one table, laid out as ProjectEval's. The tables of another paper follow it, except in CSV,
 * which holds one table.
 */
export async function leaderboardCommand(options: LeaderboardOptions, papers: readonly Paper[]): Promise<ExitCode> {
  const folders = await foldersOf(options)
  const all = await readRuns(folders)
  const distinct = distinctRuns(all)
  const { runs } = distinct
  const board = leaderboard(runs, options.force)
  for (const note of [...copiedNotes(distinct), ...pooledNotes(board)]) complain(note)
  const tables = [
    ...publishedTables(await measuredRuns(runs.map((run) => [run, folders[all.indexOf(run)] ?? '']))),
    ...(await rankingTables(runs, papers)),
  ]
  await deliver(FORMATS[options.format]({ ...board, ...(tables.length === 0 ? {} : { tables }) }), options.to)
  if (options.to !== undefined)
    say(`wrote ${path.resolve(options.to)} (${options.format}), from ${pluralise(runs.length, 'run')}`)
  return EXIT.done
}

async function foldersOf({ runs, out }: LeaderboardOptions): Promise<string[]> {
  const folders =
    runs.length === 0 ? await listRuns(path.resolve(out)) : await Promise.all(runs.map((run) => resolveRun(run, out)))
  if (folders.length === 0) throw new UsageError(`there is no run in ${path.resolve(out)}; make one with pe run`)
  return [...new Set(folders)]
}

async function readRuns(folders: readonly string[]): Promise<RunData[]> {
  const data: RunData[] = []
  for (const folder of folders) data.push(await resultFiles.read(folder))
  return data
}

/** @param runs With their folders */
function measuredRuns(runs: readonly (readonly [RunData, string])[]): Promise<MeasuredRun[]> {
  return Promise.all(
    runs.map(
      async ([
        {
          run: { runId },
        },
        folder,
      ]) => {
        const found = await readRunMeasures(folder)
        return { runId, measures: found?.measures ?? [] }
      },
    ),
  )
}

/** @throws UsageError if the runs cannot be ranked with each other and `force` is not set */
export function leaderboard(runs: readonly RunData[], force: boolean): Leaderboard {
  const forced = [...new Set(ranksApart(runs.map(({ run }) => run)))]
  if (forced.length > 0 && !force) {
    throw new UsageError(
      `these are not ranked in one table: ${firstOf(forced)}. --force ranks them anyway, with a warning`,
    )
  }
  const isMean = runs.some(({ trials }) => trials.some(({ scoring }) => scoring === 'mean'))
  const rows = leaderboardRows(runs.flatMap(sidesOf), outputFormat)
  const shared = rankedBy(rows)
  return {
    schemaVersion: SCHEMA_VERSION,
    ...(isMean ? { scoring: 'mean' } : {}),
    rows,
    ...(shared === undefined ? {} : { rankedBy: shared }),
    forced,
  }
}

/** Gives only one reason, because many runs have many pairs. */
function firstOf([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first}; and ${String(others.length)} more`
}

/** The output format in the configuration of an agent; null if it has no such option. */
function outputFormat({ run, agent }: RunSide): string | null {
  const known: unknown = 'agents' in run ? run.agents : undefined
  const format = (known as Record<string, { readonly format?: unknown } | undefined> | undefined)?.[agent]?.format
  return typeof format === 'string' ? format : null
}
