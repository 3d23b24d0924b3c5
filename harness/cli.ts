import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import yargs from 'yargs'
import type { AgreementOptions } from './commands/agreement.ts'
import type { CacheOptions } from './commands/cache.ts'
import type { CompareOptions } from './commands/compare.ts'
import type { DoctorOptions } from './commands/doctor.ts'
import type { ExportOptions } from './commands/export.ts'
import type { GradeOptions } from './commands/grade.ts'
import type { LeaderboardOptions } from './commands/leaderboard.ts'
import type { ListOptions } from './commands/list.ts'
import type { NewOptions } from './commands/new.ts'
import type { RedteamOptions } from './commands/redteam.ts'
import type { ReportOptions } from './commands/report.ts'
import type { RunCommandOptions } from './commands/run-options.ts'
import type { ScoreOptions } from './commands/score.ts'
import type { SelftestOptions } from './commands/selftest.ts'
import type { ShowOptions } from './commands/show.ts'
import type { TraceOptions } from './commands/trace.ts'
import type { ValidateOptions } from './commands/validate.ts'
import type { ViewOptions } from './commands/view.ts'
import { Interrupted, PeError, UsageError, messageOf } from './errors.ts'
import { EXIT, type ExitCode } from './contracts/exit-codes.ts'
import { agreementFlags, agreementOptions } from './commands/flags/agreement.ts'
import { benchmarkSpec } from './commands/flags/benchmark.ts'
import { cacheFlags } from './commands/flags/cache.ts'
import { compareFlags } from './commands/flags/compare.ts'
import { doctorFlags, doctorOptions } from './commands/flags/doctor.ts'
import { exportFlags } from './commands/flags/export.ts'
import { gradeFlags, gradeOptions } from './commands/flags/grade.ts'
import { leaderboardFlags } from './commands/flags/leaderboard.ts'
import { listFlags } from './commands/flags/list.ts'
import { newFlags } from './commands/flags/new.ts'
import { redteamFlags, redteamOptions } from './commands/flags/redteam.ts'
import { reportFlags, reportOptions } from './commands/flags/report.ts'
import { runFlags, runOptions } from './commands/flags/run.ts'
import { scoreFlags, scoreOptions } from './commands/flags/score.ts'
import { selftestFlags, selftestOptions } from './commands/flags/selftest.ts'
import { showFlags, showOptions } from './commands/flags/show.ts'
import { traceFlags, traceOptions } from './commands/flags/trace.ts'
import { validateFlags, validateOptions } from './commands/flags/validate.ts'
import { viewFlags, viewOptions } from './commands/flags/view.ts'
import { wording } from './commands/flags/wording.ts'

/** What each command does; given as an argument so that flags can be tested without running anything. */
export interface Handlers {
  run(options: RunCommandOptions): Promise<ExitCode>
  list(options: ListOptions): Promise<ExitCode>
  show(options: ShowOptions): Promise<ExitCode>
  report(options: ReportOptions): Promise<ExitCode>
  agreement(options: AgreementOptions): Promise<ExitCode>
  compare(options: CompareOptions): Promise<ExitCode>
  export(options: ExportOptions): Promise<ExitCode>
  leaderboard(options: LeaderboardOptions): Promise<ExitCode>
  score(options: ScoreOptions): Promise<ExitCode>
  view(options: ViewOptions): Promise<ExitCode>
  trace(options: TraceOptions): Promise<ExitCode>
  doctor(options: DoctorOptions): Promise<ExitCode>
  selftest(options: SelftestOptions): Promise<ExitCode>
  validate(options: ValidateOptions): Promise<ExitCode>
  redteam(options: RedteamOptions): Promise<ExitCode>
  grade(options: GradeOptions): Promise<ExitCode>
  cache(options: CacheOptions): Promise<ExitCode>
  create(options: NewOptions): Promise<ExitCode>
}

/** Each command is loaded when it is called: `--help` must not wait for a browser library. */
const commands: Handlers = {
  run: async (options) => (await import('./commands/run.ts')).runCommand(options),
  list: async (options) => (await import('./commands/list.ts')).listCommand(options),
  show: async (options) => (await import('./commands/show.ts')).showCommand(options),
  report: async (options) => (await import('./commands/report.ts')).reportCommand(options),
  compare: async (options) => (await import('./commands/compare.ts')).compareCommand(options),
  export: async (options) => (await import('./commands/export.ts')).exportCommand(options),
  leaderboard: async (options) => (await import('./commands/leaderboard.ts')).leaderboardCommand(options),
  score: async (options) => (await import('./commands/score.ts')).scoreCommand(options),
  view: async (options) => (await import('./commands/view.ts')).viewCommand(options),
  trace: async (options) => (await import('./commands/trace.ts')).traceCommand(options),
  selftest: async (options) => (await import('./commands/selftest.ts')).selftestCommand(options),
  validate: async (options) => (await import('./commands/validate.ts')).validateCommand(options),
  redteam: async (options) => (await import('./commands/redteam.ts')).redteamCommand(options),
  agreement: async (options) => (await import('./commands/agreement.ts')).agreementCommand(options),
  doctor: async (options) => (await import('./commands/doctor.ts')).doctorCommand(options),
  grade: async (options) => (await import('./commands/grade.ts')).gradeCommand(options),
  cache: async (options) => (await import('./commands/cache.ts')).cacheCommand(options),
  create: async (options) => (await import('./commands/new.ts')).newCommand(options),
}

/** argv → exit code. Errors that a user can mend are one line; anything else shows its stack. */
export async function main(argv: readonly string[], handlers: Handlers = commands): Promise<ExitCode> {
  try {
    return await dispatch(argv, handlers)
  } catch (error) {
    if (error instanceof Interrupted) return EXIT.interrupted
    if (error instanceof UsageError) return complain(`pe: ${error.message}`, EXIT.usage)
    if (error instanceof PeError) return complain(`pe: ${messageOf(error)}`, EXIT.harness)
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return complain(`pe: this should not have happened: ${text}`, EXIT.harness)
  }
}

function complain(text: string, code: ExitCode): ExitCode {
  process.stderr.write(`${text}\n`)
  return code
}

/** How each is called: what stands in <> must be there. */
const COMMANDS = {
  run: 'run',
  list: 'list [what]',
  show: 'show <mission>',
  report: 'report [runs..]',
  view: 'view',
  trace: 'trace <run> <trial> [testcode]',
  compare: 'compare <runs..>',
  export: 'export [run]',
  leaderboard: 'leaderboard [runs..]',
  score: 'score [run]',
  selftest: 'selftest [names..]',
  validate: 'validate [missions..]',
  redteam: 'redteam [missions..]',
  agreement: 'agreement <run> <other>',
  grade: 'grade <run>',
  cache: 'cache <what>',
  new: 'new <what> <name>',
  doctor: 'doctor',
} as const

async function dispatch(argv: readonly string[], handlers: Handlers): Promise<ExitCode> {
  let code: ExitCode = EXIT.done
  const keep = async (result: Promise<ExitCode>) => {
    code = await result
  }
  const parser = yargs([...argv])
  await parser
    .scriptName('pe')
    // Not the language of the machine: the rest is in English, and so is what is read of its complaints.
    .locale('en')
    .usage(
      '$0 COMMAND\n\nRuns the programs that coding agents write, acts on them as a user would, and reports what works.',
    )
    .command(COMMANDS.run, 'run an agent on missions and judge what it writes', runFlags, (args) =>
      keep(handlers.run(runOptions(args))),
    )
    .command(COMMANDS.list, 'list missions, agents or runs', listFlags, (args) =>
      keep(handlers.list({ what: args.what, out: args.out, json: args.json, benchmark: benchmarkSpec(args) })),
    )
    .command(COMMANDS.show, 'show a mission, or what an agent is told or asked about it', showFlags, (args) =>
      keep(handlers.show(showOptions(args))),
    )
    .command(
      COMMANDS.report,
      'rebuild the report of one or several runs, serve it on loopback and open it',
      reportFlags,
      (args) => keep(handlers.report(reportOptions(args))),
    )
    .command(
      COMMANDS.view,
      'list the runs, serve the list with their reports on loopback and open it',
      viewFlags,
      (args) => keep(handlers.view(viewOptions(args))),
    )
    .command(COMMANDS.trace, "open what the browser did in Playwright's trace viewer", traceFlags, (args) =>
      keep(handlers.trace(traceOptions(args))),
    )
    .command(COMMANDS.compare, 'say how far apart runs are, and whether that could be chance', compareFlags, (args) =>
      keep(handlers.compare(args)),
    )
    .command(COMMANDS.export, 'write a run down for another program', exportFlags, (args) =>
      keep(handlers.export({ run: args.run, out: args.out, format: args.format, to: args.to })),
    )
    .command(COMMANDS.leaderboard, 'rank the agents of many runs in one table', leaderboardFlags, (args) =>
      keep(handlers.leaderboard({ ...args, to: args.to })),
    )
    .command(COMMANDS.score, 'compare with the canonical solutions what agents made', scoreFlags, (args) =>
      keep(handlers.score(scoreOptions(args))),
    )
    .command(COMMANDS.selftest, 'run the hostile projects against the sandbox of this machine', selftestFlags, (args) =>
      keep(handlers.selftest(selftestOptions(args))),
    )
    .command(COMMANDS.validate, 'try whether testcodes measure what they claim', validateFlags, (args) =>
      keep(handlers.validate(validateOptions(args))),
    )
    .command(COMMANDS.redteam, 'judge cheating projects and say how many points they get', redteamFlags, (args) =>
      keep(handlers.redteam(redteamOptions(args))),
    )
    .command(
      COMMANDS.agreement,
      'compare the verdicts of a run with published ones, or with another run',
      agreementFlags,
      (args) => keep(handlers.agreement(agreementOptions(args))),
    )
    .command(
      COMMANDS.grade,
      'judge what the agents of a run gave once more, without calling them',
      gradeFlags,
      (args) => keep(handlers.grade(gradeOptions(args))),
    )
    .command(COMMANDS.cache, 'list or clear the answers of models that are kept between runs', cacheFlags, (args) =>
      keep(handlers.cache(args)),
    )
    .command(COMMANDS.new, 'write an agent or a mission of your own to begin from', newFlags, (args) =>
      keep(handlers.create({ what: args.what, name: args.name, missionsDir: args['missions-dir'] })),
    )
    .command(COMMANDS.doctor, 'say what is there, what is missing, and how to get it', doctorFlags, (args) =>
      keep(handlers.doctor(doctorOptions(args))),
    )
    .demandCommand(1, 'Name a command; pe --help lists them.')
    .strict()
    .check(refuseRepeatedFlags)
    .parserConfiguration({ 'boolean-negation': false, 'camel-case-expansion': false })
    .version(packageVersion())
    .help()
    .wrap(Math.min(110, process.stdout.columns || 110))
    .epilogue(
      'Exit codes: 0 done, 1 harness error or unjudged testcodes, 2 usage, 3 below --min-score or --fail-on, or a claim that does not hold, 130 interrupted.',
    )
    .exitProcess(false)
    .fail((message: string | null, error: Error | undefined) => {
      if (error && error.name !== 'YError') throw error
      const known = { commands: COMMANDS, flags: flagsOf(parser) }
      throw new UsageError(wording(error?.message ?? message ?? 'that is no use of pe; try pe --help', argv, known))
    })
    .parseAsync()
  return code
}

/** Those of the command that was called; the types of yargs leave out where they are. */
function flagsOf(parser: unknown): string[] {
  const { key, hiddenOptions } = (parser as { getOptions(): FlagTable }).getOptions()
  return Object.keys(key).filter((name) => !hiddenOptions.includes(name))
}

interface FlagTable {
  readonly key: Readonly<Record<string, unknown>>
  readonly hiddenOptions: readonly string[]
}

/** Flags that take several values, with commas or each with a flag of its own. */
const LISTS = [
  ...['agent', 'agent-option', 'level', 'mode', 'missions', 'names', 'retry', 'runs', 'where', 'reporter', 'fail-on'],
  ...['allow-origin', 'allowOrigin'],
]

/** yargs makes a list of a flag that is there twice, whatever its type. */
function refuseRepeatedFlags(args: Readonly<Record<string, unknown>>): true {
  const repeated = Object.keys(args).find((name) => Array.isArray(args[name]) && !['_', ...LISTS].includes(name))
  if (repeated !== undefined) throw new UsageError(`--${repeated} is there more than once`)
  return true
}

/** From the package, wherever this file was compiled to. */
function packageVersion(): string {
  const require = createRequire(import.meta.url)
  for (let folder = import.meta.dirname; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const file = path.join(folder, 'package.json')
    if (existsSync(file)) return (require(file) as { version: string }).version
  }
  return 'unknown'
}
