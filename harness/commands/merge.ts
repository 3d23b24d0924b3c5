import type { Paper } from '../contracts/paper.ts'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Argv } from 'yargs'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import type { FailOn } from '../contracts/schema.ts'
import { FAIL_ON } from '../contracts/vocabulary.ts'
import { pluralise } from '../lib/wording/count.ts'
import { failureLines } from '../reporters/index.ts'
import { Screen } from '../reporters/live/screen.ts'
import { resumeCommand } from '../reporters/reports-folder.ts'
import { mergeRuns } from '../run/shards/merge.ts'
import { readRun } from '../store/read.ts'
import { resolveRun } from '../store/resolve.ts'
import { exitCodeOf } from './exit-code.ts'
import { defineCommand } from './flags/command.ts'
import { OUT } from './flags/common.ts'
import { FAIL_ON_FLAG, REPORTER } from './flags/reporting.ts'
import { fraction, list, oneOf, optional, type Flags } from './flags/values.ts'
import { gateMessages } from './gate.ts'
import { complain, say } from './print.ts'
import { reportersOf } from './reporters.ts'

function mergeFlags(flags: Argv) {
  return flags
    .positional('runs', { type: 'string', array: true, demandOption: true, describe: 'ids or folders' })
    .option('out', OUT)
    .option('allow-missing', {
      type: 'boolean',
      describe: 'exit with 0 although trials are missing',
      default: false,
    })
    .option('reporter', REPORTER)
    .option('json', { type: 'boolean', describe: 'print the summary as one JSON object', default: false })
    .option('min-score', { type: 'number', describe: 'exit with 3 below this score (0 to 1)', requiresArg: true })
    .option('fail-on', FAIL_ON_FLAG)
    .example('$0 merge shards/*', 'joins the shards of a run into one folder')
    .example('$0 merge shards/* --min-score 0.8', 'for a build server')
}

function mergeOptions(args: Flags<typeof mergeFlags>): MergeOptions {
  return {
    runs: args.runs,
    out: args.out,
    allowMissing: args['allow-missing'],
    reporters: optional(args.reporter, (text) => list('--reporter', text)),
    json: args.json,
    minScore: optional(args['min-score'], (value) => fraction('--min-score', value)),
    failOn: (optional(args['fail-on'], (text) => list('--fail-on', text)) ?? []).map((text) =>
      oneOf('--fail-on', text, FAIL_ON),
    ),
  }
}

export interface MergeOptions {
  readonly runs: readonly string[]
  /** The folder that the joined run is written to. */
  readonly out: string
  /** Whether a run with missing trials is a success. */
  readonly allowMissing: boolean
  /** Names, and paths of the user's files; the default ones if none was named. */
  readonly reporters: readonly string[] | undefined
  readonly json: boolean
  readonly minScore: number | undefined
  readonly failOn: readonly FailOn[]
}

export const command = defineCommand({ flags: mergeFlags, options: mergeOptions, handler: mergeCommand })

/**
 * `pe merge RUN…`: joins runs that did parts of the same trials, and reports on the result as `pe run` does. Exits with 1 if trials
 * are missing or records contradict each other.
 */
export async function mergeCommand(options: MergeOptions, papers: readonly Paper[]): Promise<ExitCode> {
  const { runs, out, allowMissing } = options
  const reporters = await reportersOf({ ...options, verbose: false }, new Screen(process.stderr), papers)
  using _contained = reporters.contain()
  const named = await Promise.all(
    runs.map(async (run) => ((await hasNoTrials(run, out)) ? [] : [await resolveRun(run, out)])),
  )
  const { folder, ended, trials, conflicts, summary, left } = await mergeRuns(named.flat(), path.resolve(out))
  for (const { trial, kept, dropped } of conflicts)
    complain(`trial ${trial} has two records: the one of ${kept} ended first and is kept, not that of ${dropped}`)
  if (left.length > 0) complain(leftText(left))
  await reporters.on({ type: 'run-end', summary })
  for (const line of [...failureLines(reporters.failures), ...gateMessages(summary, options)]) complain(line)
  say(`${String(ended)} of ${pluralise(trials, 'trial')} joined in ${folder}`)
  if (ended < trials) complain(missingText(trials - ended, resumeCommand(folder, (await readRun(folder)).queue)))
  if (conflicts.length > 0 || (ended < trials && !allowMissing)) return EXIT.harness
  return exitCodeOf(summary, options, reporters.failures.length)
}

/** A shard without trials writes no folder, and a place for it may be empty. */
async function hasNoTrials(run: string, out: string): Promise<boolean> {
  const place = [path.resolve(run), path.resolve(out, run)].find((folder) => existsSync(folder))
  if (place === undefined) return SHARD.test(path.basename(run))
  return (await readdir(place).catch(() => ['a file'])).length === 0
}

/** The end of the name of a shard's folder. */
const SHARD = /\.shard-\d+-of-\d+$/

/** How many places a message names. */
const NAMED = 3

function leftText(left: readonly string[]): string {
  const more = left.length > NAMED ? ` and ${String(left.length - NAMED)} more` : ''
  return `links, pipes and other things that are neither files nor folders are not joined: ${left.slice(0, NAMED).join(', ')}${more}`
}

function missingText(missing: number, resume: string): string {
  return `${pluralise(missing, 'trial is', 'trials are')} missing: ${resume} runs ${missing === 1 ? 'it' : 'them'}`
}
