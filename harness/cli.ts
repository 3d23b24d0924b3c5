import type { Calibrate } from './contracts/types.ts'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import yargs, { type Argv } from 'yargs'
import { commandsOf, commandsText } from './commands/index.ts'
import type { Command, Paper } from './contracts/paper.ts'
import { allPapers } from './papers/index.ts'
import { Interrupted, PeError, UsageError, messageOf } from './errors.ts'
import { EXIT, type ExitCode } from './contracts/exit-codes.ts'
import { wording } from './commands/flags/wording.ts'
import { diskFull } from './lib/files/disk-full.ts'
import { print, say } from './commands/print.ts'

/** Runs a command; an argument of `main` so that flags can be tested without running anything. */
export type Execute = (name: string, command: Command, options: object, papers: readonly Paper[]) => Promise<ExitCode>

const execute: Execute = (_, { handler }, options, papers) => handler(options as never, papers)

/** argv → exit code. Errors that a user can fix are one line; anything else shows its stack. */
export async function main(argv: readonly string[], run: Execute = execute): Promise<ExitCode> {
  try {
    return await dispatch(argv, run)
  } catch (error) {
    if (error instanceof Interrupted) return EXIT.interrupted
    const full = diskFull(error)
    if (full) return complain(fullText(full), EXIT.harness)
    if (error instanceof UsageError) return complain(`pe: ${error.message}`, EXIT.usage)
    if (error instanceof PeError) return complain(`pe: ${messageOf(error)}`, EXIT.harness)
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return complain(`pe: internal error; please report it with this stack: ${text}`, EXIT.harness)
  }
}

function complain(text: string, code: ExitCode): ExitCode {
  say(text)
  return code
}

/** Everything that was written before is kept: a run can be resumed. */
function fullText({ path: file }: NodeJS.ErrnoException): string {
  const place = file === undefined ? '' : ` while ${file} was written`
  return `pe: the disk is full${place}: make room there, or name another folder with --out or TMPDIR`
}

/** Loaded on first use: it leads to the sandbox and the testers. */
async function loadCalibrate(): Promise<Calibrate> {
  return (await import('./trial/calibration/calibrate.ts')).calibrateLibrary
}

const calibrate: Calibrate = Object.assign(
  async (...suite: Parameters<Calibrate>) => (await loadCalibrate())(...suite),
  { known: async (...suite: Parameters<Calibrate>) => (await loadCalibrate()).known?.(...suite) },
)

async function dispatch(argv: readonly string[], run: Execute): Promise<ExitCode> {
  let code: ExitCode = EXIT.done
  const papers = allPapers({ calibrate })
  const commands = commandsOf(papers)
  const calls = Object.fromEntries([...commands].map(([name, { call }]) => [name, call]))
  const words = argv.map((word) => (word === HELP_ALL ? '--help' : word))
  const parser = yargs(words)
  for (const [name, { call, about, load }] of commands) {
    parser.command({
      command: call,
      // Not listed by yargs, which has no groups of commands.
      describe: false,
      builder: async (flags) => {
        const { command } = await load()
        const usage = `$0 ${call}\n\n${about[0]?.toUpperCase() ?? ''}${about.slice(1)}.`
        const all = command.flags(flags.usage(usage), papers)
        return command.frequent === undefined ? all : shortened(all, command.frequent, name, argv)
      },
      handler: async (args) => {
        const { command } = await load()
        code = await run(name, command, command.options(args as never), papers)
      },
    })
  }
  const refusal = (message: string | null) =>
    new UsageError(
      wording(message ?? 'unknown usage; try pe --help', argv, { commands: calls, flags: flagsOf(parser) }),
    )
  keepNoHelp(parser)
  await parser
    .scriptName('pe')
    // English on every machine: the rest of the text is in English, and `wording` parses the complaints of yargs.
    .locale('en')
    .usage(
      `$0 COMMAND\n\nRuns the programs that coding agents write, acts on them as a user would, and reports what works.\n\n${commandsText(commands)}`,
    )
    .example('$0 run --agent canonical,faulty --missions tour', 'two agents on three small missions')
    .example('$0 run --agent ./my-agent.ts', 'judge your own agent; pe new agent my-agent writes one')
    .example('$0 report', 'open the newest report')
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
      throw error ?? refusal(message)
    })
    .parseAsync(words, {}, (_error, _args, output) => {
      if (output !== '') print(withoutTypes(output))
    })
    // yargs hands its own errors to `fail`, or, after a builder that is loaded, rejects with them.
    .catch((error: unknown) => {
      throw error instanceof Error && error.name === 'YError' ? refusal(error.message) : error
    })
  return code
}

/**
 * Before it runs a handler, yargs renders the whole help, because a handler that fails may want it: a quarter of the start of `pe run`.
 * Errors of handlers are one line here.
 */
function keepNoHelp(parser: Argv): void {
  const internals = (parser as unknown as YargsInternals).getInternalMethods()
  internals.getUsageInstance().cacheHelpMessage = () => undefined
}

interface YargsInternals {
  getInternalMethods(): { getUsageInstance(): { cacheHelpMessage: () => void } }
}

/** Help without the types of flags and without defaults that mean "no", each of which yargs puts into a column of its own. */
function withoutTypes(help: string): string {
  const noise = /(?:\n {20,}| *)\[(?:string|number|boolean|array)\](?: \[default: (?:false|0)\])?(?=\n|$| \[)/g
  return help.replaceAll(noise, '')
}

const HELP_ALL = '--help-all'

/** A command's flags of which help shows only the frequent ones, unless all are asked for. */
function shortened(flags: Argv, frequent: readonly string[], name: string, argv: readonly string[]): Argv {
  const declared = flagsOf(flags).filter((flag) => !['help', 'version'].includes(flag))
  const rare = declared.filter((flag) => !frequent.includes(flag))
  flags.option(HELP_ALL.slice(2), { type: 'boolean', describe: `show all ${String(declared.length)} flags` })
  if (argv.includes(HELP_ALL) || !argv.includes('--help')) return flags
  for (const flag of rare) flags.hide(flag)
  return flags.epilogue(`${String(rare.length)} more flags: pe ${name} ${HELP_ALL}`)
}

/** The flags of the command that was called. The types of yargs do not declare them. */
function flagsOf(parser: unknown): string[] {
  const { key, hiddenOptions } = (parser as { getOptions(): FlagTable }).getOptions()
  return Object.keys(key).filter((name) => !hiddenOptions.includes(name))
}

interface FlagTable {
  readonly key: Readonly<Record<string, unknown>>
  readonly hiddenOptions: readonly string[]
}

/** Flags that take several values, separated by commas or in repeated flags. */
const LISTS = [
  ...[
    'agent',
    'agent-option',
    'level',
    'mode',
    'variant',
    'missions',
    'names',
    'retry',
    'runs',
    'where',
    'trial',
    'trials',
    'history',
    'label',
    'needs',
    'reporter',
    'fail-on',
  ],
  ...['allow-origin', 'allowOrigin', 'tester', 'launcher', 'scorer'],
]

/** yargs turns every repeated flag into a list, regardless of its type. */
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
