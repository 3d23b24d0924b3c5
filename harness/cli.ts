import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import yargs, { type Argv } from 'yargs'
import type { AgreementOptions } from './commands/agreement.ts'
import type { CacheOptions } from './commands/cache.ts'
import type { CompareOptions } from './commands/compare.ts'
import type { DoctorOptions } from './commands/doctor.ts'
import type { ExportOptions } from './commands/export.ts'
import type { GradeOptions } from './commands/grade.ts'
import type { LeaderboardOptions } from './commands/leaderboard.ts'
import type { ListOptions } from './commands/list.ts'
import type { NewOptions } from './commands/new.ts'
import type { ReportOptions } from './commands/report.ts'
import type { RunCommandOptions } from './commands/run-options.ts'
import type { ScoreOptions } from './commands/score.ts'
import type { SelftestOptions } from './commands/selftest.ts'
import type { ShowOptions } from './commands/show.ts'
import type { TraceOptions } from './commands/trace.ts'
import type { ValidateOptions } from './commands/validate.ts'
import type { ViewOptions } from './commands/view.ts'
import { AGENT_FAULT_KINDS, Interrupted, PeError, UsageError, messageOf } from './errors.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { benchmarkFlags, benchmarkSpec } from './flags/benchmark.ts'
import { compareFlags } from './flags/compare.ts'
import { exportFlags } from './flags/export.ts'
import { leaderboardFlags } from './flags/leaderboard.ts'
import { FAIL_ON, reportingFlags } from './flags/reporting.ts'
import { reportFlags, reportOptions } from './flags/report.ts'
import { traceFlags, traceOptions } from './flags/trace.ts'
import { validateFlags, validateOptions } from './flags/validate.ts'
import { fraction, oneOf, positive, whole, type Flags } from './flags/values.ts'
import { viewFlags, viewOptions } from './flags/view.ts'
import type { EmbedderChoice } from './scorers/embedders/index.ts'

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

const LEVELS = [1, 2, 3] as const
const MODES = ['direct', 'cascade'] as const
/** As in `commands/retry.ts`, which is not loaded for `--help`. */
const RETRY_CLASSES = ['unjudged', 'not-launched', 'agent', ...AGENT_FAULT_KINDS] as const
const SANDBOXES = ['bubblewrap', 'process'] as const
const PROTOCOLS = ['default', 'paper'] as const
const INSTALL_NETWORKS = ['registry', 'none'] as const

async function dispatch(argv: readonly string[], handlers: Handlers): Promise<ExitCode> {
  let code: ExitCode = EXIT.done
  const keep = async (result: Promise<ExitCode>) => {
    code = await result
  }
  await yargs([...argv])
    .scriptName('pe')
    .usage(
      '$0 COMMAND\n\nRuns the programs that coding agents write, acts on them as a user would, and reports what works.',
    )
    .command('run', 'run an agent on missions and judge what it writes', runFlags, (args) =>
      keep(handlers.run(runOptions(args))),
    )
    .command('list [what]', 'list missions, agents or runs', listFlags, (args) =>
      keep(handlers.list({ what: args.what, out: args.out, json: args.json, benchmark: benchmarkSpec(args) })),
    )
    .command('show <mission>', 'show a mission, or what an agent is told or asked about it', showFlags, (args) =>
      keep(handlers.show(showOptions(args))),
    )
    .command(
      'report [runs..]',
      'rebuild the report of one or several runs, serve it on loopback and open it',
      reportFlags,
      (args) => keep(handlers.report(reportOptions(args))),
    )
    .command('view', 'list the runs, serve the list with their reports on loopback and open it', viewFlags, (args) =>
      keep(handlers.view(viewOptions(args))),
    )
    .command(
      'trace <run> <trial> [testcode]',
      "open what the browser did in Playwright's trace viewer",
      traceFlags,
      (args) => keep(handlers.trace(traceOptions(args))),
    )
    .command('compare <runs..>', 'say how far apart runs are, and whether that could be chance', compareFlags, (args) =>
      keep(handlers.compare(args)),
    )
    .command('export [run]', 'write a run down for another program', exportFlags, (args) =>
      keep(handlers.export({ run: args.run, out: args.out, format: args.format, to: args.to })),
    )
    .command('leaderboard [runs..]', 'rank the agents of many runs in one table', leaderboardFlags, (args) =>
      keep(handlers.leaderboard({ ...args, to: args.to })),
    )
    .command('score [run]', 'compare with the canonical solutions what agents made', scoreFlags, (args) =>
      keep(handlers.score(scoreOptions(args))),
    )
    .command(
      'selftest [names..]',
      'run the hostile projects against the sandbox of this machine',
      selftestFlags,
      (args) => keep(handlers.selftest(selftestOptions(args))),
    )
    .command('validate [missions..]', 'try whether testcodes measure what they claim', validateFlags, (args) =>
      keep(handlers.validate(validateOptions(args))),
    )
    .command(
      'agreement <run> <other>',
      'compare the verdicts of a run with published ones, or with another run',
      agreementFlags,
      (args) => keep(handlers.agreement(agreementOptions(args))),
    )
    .command('grade <run>', 'judge what the agents of a run gave once more, without calling them', gradeFlags, (args) =>
      keep(handlers.grade(gradeOptions(args))),
    )
    .command('cache <what>', 'list or clear the answers of models that are kept between runs', cacheFlags, (args) =>
      keep(handlers.cache(args)),
    )
    .command('new <what> <name>', 'write an agent or a mission of your own to begin from', newFlags, (args) =>
      keep(handlers.create({ what: args.what, name: args.name, missionsDir: args['missions-dir'] })),
    )
    .command('doctor', 'say what is there, what is missing, and how to get it', doctorFlags, (args) =>
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
      'Exit codes: 0 done, 1 harness error or unjudged testcodes, 2 usage, 3 below --min-score or --fail-on, 130 interrupted.',
    )
    .exitProcess(false)
    .fail((message: string | null, error: Error | undefined) => {
      if (error && error.name !== 'YError') throw error
      throw new UsageError(oneLine(error?.message ?? message ?? 'that is no use of pe; try pe --help'))
    })
    .parseAsync()
  return code
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, ' ')
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

/** What was given for a flag that takes several values. */
function list(flag: string, value: string | readonly string[]): string[] {
  const parts = [value].flat().flatMap((each) => each.split(','))
  const named = parts.map((part) => part.trim()).filter((part) => part !== '')
  if (named.length === 0) throw new UsageError(`${flag} takes at least one value`)
  return named
}

const PYTHON = {
  type: 'string',
  describe: 'the interpreter for projects in Python; default: PE_PYTHON, or that of the system',
  requiresArg: true,
} as const
const PYTHON_PATH = {
  type: 'string',
  describe: `folders in which it looks for modules first, with "${path.delimiter}"; default: PE_PYTHON_PATH`,
  requiresArg: true,
} as const

/** Of all that computes scores. */
const EMBEDDER = {
  type: 'string',
  describe: 'what compares checklists: lexical (by words), or transformers (by a model; see pe doctor)',
  default: 'lexical',
  requiresArg: true,
} as const
const EMBEDDING_MODEL = {
  type: 'string',
  describe: 'its model: a name on the hub, or a folder; PE_MODELS_DIR may hold some',
  default: 'Xenova/all-MiniLM-L6-v2',
  requiresArg: true,
} as const
const OFFLINE = { type: 'boolean', describe: 'fetch no model', default: false } as const

function runFlags(flags: Argv) {
  return benchmarkFlags(reportingFlags(flags))
    .option('agent', {
      type: 'string',
      describe: 'who writes the projects; pe list agents names them',
      requiresArg: true,
    })
    .option('agent-option', {
      type: 'string',
      describe: 'name=value for agents that take options; several with a flag each',
      requiresArg: true,
    })
    .option('base-url', { type: 'string', describe: 'of a server with the API of OpenAI', requiresArg: true })
    .option('config', { type: 'string', describe: 'the file that stands for pe.config.ts', requiresArg: true })
    .option('repairs', {
      type: 'number',
      describe: 'how often a model is sent back what cannot be read',
      default: 0,
      requiresArg: true,
    })
    .option('max-cost', { type: 'number', describe: 'US dollars that may be spent on models', requiresArg: true })
    .option('max-tokens', { type: 'number', describe: 'tokens that may be spent on models', requiresArg: true })
    .option('no-cache', { type: 'boolean', describe: 'ask models anew for what they answered before', default: false })
    .option('no-judge', { type: 'boolean', describe: 'only call the agents; pe grade judges later', default: false })
    .option('level', {
      type: 'string',
      describe: 'input level 1, 2 or 3; several with commas',
      default: '1',
      requiresArg: true,
    })
    .option('mode', {
      type: 'string',
      describe: 'direct or cascade; several with commas',
      default: 'direct',
      requiresArg: true,
    })
    .option('missions', { type: 'string', describe: 'ids with commas; all by default', requiresArg: true })
    .option('samples', {
      type: 'number',
      describe: 'independent tries at the same thing',
      default: 1,
      requiresArg: true,
    })
    .option('concurrency', {
      type: 'number',
      describe: 'trials at a time; default: cores, at most 4',
      requiresArg: true,
    })
    .option('timeout', {
      type: 'number',
      describe: 'seconds that one trial may be judged',
      default: 300,
      requiresArg: true,
    })
    .option('testcode-timeout', {
      type: 'number',
      describe: 'seconds for one testcode; default: 20, or what the benchmark says',
      requiresArg: true,
    })
    .option('start-timeout', {
      type: 'number',
      describe: 'seconds until a project must answer',
      default: 30,
      requiresArg: true,
    })
    .option('install-timeout', {
      type: 'number',
      describe: 'seconds for installing packages',
      default: 300,
      requiresArg: true,
    })
    .option('sandbox', {
      type: 'string',
      describe: 'bubblewrap or process; the strongest that works by default',
      requiresArg: true,
    })
    .option('install-network', {
      type: 'string',
      describe: 'what package clients may reach: registry or none',
      default: 'registry',
      requiresArg: true,
    })
    .option('allow-origin', {
      type: 'string',
      array: true,
      describe: 'an origin beside the project, such as a CDN, from which its pages may load; can be repeated',
      requiresArg: true,
    })
    .option('protocol', {
      type: 'string',
      describe: 'default, or paper: the rules of a published benchmark where they differ',
      default: 'default',
      requiresArg: true,
    })
    .option('python', PYTHON)
    .option('python-path', PYTHON_PATH)
    .option('embedder', EMBEDDER)
    .option('embedding-model', EMBEDDING_MODEL)
    .option('offline', OFFLINE)
    .option('out', {
      type: 'string',
      describe: 'the folder that holds the runs',
      default: 'reports',
      requiresArg: true,
    })
    .option('resume', { type: 'string', describe: 'go on with a run: only what is missing', requiresArg: true })
    .option('retry', {
      type: 'string',
      describe: `with --resume, make trials anew: ${RETRY_CLASSES.join(', ')}`,
      requiresArg: true,
    })
    .option('json', { type: 'boolean', describe: 'print the summary as one JSON object', default: false })
    .option('min-score', { type: 'number', describe: 'exit with 3 below this score (0 to 1)', requiresArg: true })
    .example('$0 run --agent canonical --level 2', 'our own solutions on all missions')
    .example('$0 run --agent gpt4o --level 1,2 --samples 5', 'a model, with the key in OPENAI_API_KEY')
    .example('$0 run --agent ollama:llama3', 'a model on this machine')
    .example('$0 run --agent ./my-agent.ts', 'an agent of your own; pe new agent my-agent begins one')
    .example('$0 run --agent folder:./mine --missions todo', 'projects that lie in a folder')
    .example('$0 run --agent canonical --json --min-score 1', 'for a build server')
}

function runOptions(args: Flags<typeof runFlags>): RunCommandOptions {
  const retry = args.retry === undefined ? [] : list('--retry', args.retry)
  if (retry.length > 0 && args.resume === undefined) throw new UsageError('--retry goes with --resume RUN')
  return {
    benchmark: benchmarkSpec(args),
    agents: args.agent === undefined ? [] : list('--agent', args.agent),
    agentOptions: {
      ...(args['base-url'] === undefined ? {} : { baseURL: args['base-url'] }),
      ...agentOptions(args['agent-option']),
    },
    config: args.config,
    repairs: whole('--repairs', args.repairs, 0, 10),
    maxCost: args['max-cost'] === undefined ? undefined : above0('--max-cost', args['max-cost']),
    maxTokens: args['max-tokens'] === undefined ? undefined : above0('--max-tokens', args['max-tokens']),
    cache: !args['no-cache'],
    judge: !args['no-judge'],
    retry: retry.map((text) => oneOf('--retry', text, RETRY_CLASSES)),
    levels: list('--level', args.level).map((text) => oneOf('--level', Number(text), LEVELS)),
    modes: list('--mode', args.mode).map((text) => oneOf('--mode', text, MODES)),
    missions: args.missions === undefined ? [] : list('--missions', args.missions),
    samples: whole('--samples', args.samples, 1, 1000),
    concurrency: args.concurrency === undefined ? undefined : whole('--concurrency', args.concurrency, 1, 64),
    timeout: positive('--timeout', args.timeout),
    testcodeTimeout: optional(args['testcode-timeout'], (value) => positive('--testcode-timeout', value)),
    startTimeout: positive('--start-timeout', args['start-timeout']),
    installTimeout: positive('--install-timeout', args['install-timeout']),
    sandbox: args.sandbox === undefined ? undefined : oneOf('--sandbox', args.sandbox, SANDBOXES),
    installNetwork: oneOf('--install-network', args['install-network'], INSTALL_NETWORKS),
    allowedOrigins: (args['allow-origin'] ?? []).map(origin),
    protocol: oneOf('--protocol', args.protocol, PROTOCOLS),
    python: args.python,
    pythonPath: optional(args['python-path'], (text) => text.split(path.delimiter)),
    out: args.out,
    resume: args.resume,
    json: args.json,
    minScore: args['min-score'] === undefined ? undefined : fraction('--min-score', args['min-score']),
    reporters: args.reporter === undefined ? undefined : list('--reporter', args.reporter),
    verbose: args.verbose,
    failOn:
      args['fail-on'] === undefined
        ? []
        : list('--fail-on', args['fail-on']).map((text) => oneOf('--fail-on', text, FAIL_ON)),
    repeatJudging: whole('--repeat-judging', args['repeat-judging'], 0, 100),
    embedder: embedderChoice(args),
  }
}

function optional<From, To>(value: From | undefined, read: (value: From) => To): To | undefined {
  return value === undefined ? undefined : read(value)
}

/** `name=value`, each with a flag of its own: a value may hold commas. */
function agentOptions(given: string | readonly string[] | undefined): Record<string, string> {
  const pairs = given === undefined ? [] : [given].flat()
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      if (at < 1) throw new UsageError(`--agent-option takes name=value, not "${pair}"`)
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
}

function above0(flag: string, value: number): number {
  if (!(value > 0 && value < Infinity)) throw new UsageError(`${flag} takes a number above 0`)
  return value
}

/** The names of the project itself, which a page can reach in any case. */
const OWN = new Set(['localhost', '127.0.0.1', '[::1]', '0.0.0.0'])

function origin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const good = url !== undefined && ['http:', 'https:'].includes(url.protocol) && !OWN.has(url.hostname)
  if (!good) throw new UsageError(`--allow-origin takes an origin such as https://cdn.example.org, not "${text}"`)
  return url.origin
}

function listFlags(flags: Argv) {
  return benchmarkFlags(flags)
    .positional('what', { choices: ['missions', 'agents', 'runs'] as const, default: 'missions' as const })
    .option('out', {
      type: 'string',
      describe: 'the folder that holds the runs',
      default: 'reports',
      requiresArg: true,
    })
    .option('json', { type: 'boolean', default: false })
    .example('$0 list runs', 'what has been run, newest first')
}

function showFlags(flags: Argv) {
  return benchmarkFlags(flags)
    .positional('mission', { type: 'string', demandOption: true, describe: 'an id from pe list' })
    .option('level', {
      choices: LEVELS,
      describe: 'what an agent is told at this level, instead of all there is to say',
      requiresArg: true,
    })
    .option('questions', {
      type: 'boolean',
      default: false,
      describe: 'what an agent is asked once its project is frozen',
    })
    .option('json', { type: 'boolean', default: false })
    .example('$0 show todo', 'what the mission is, for people')
    .example('$0 show todo --level 2', 'the checklist, as an agent is told it')
}

function showOptions(args: Flags<typeof showFlags>): ShowOptions {
  const { mission, questions, json } = args
  const level = args.level === undefined ? undefined : oneOf('--level', args.level, LEVELS)
  return { mission, level, questions, json, benchmark: benchmarkSpec(args) }
}

const EMBEDDERS = ['lexical', 'transformers'] as const
const SETTINGS = ['paper', 'strict'] as const

interface EmbedderArgs {
  readonly embedder: string
  readonly 'embedding-model': string
  readonly offline: boolean
}

function embedderChoice({ embedder, 'embedding-model': model, offline }: EmbedderArgs): EmbedderChoice {
  return { embedder: oneOf('--embedder', embedder, EMBEDDERS), model, offline }
}

function scoreFlags(flags: Argv) {
  return flags
    .positional('run', { type: 'string', describe: 'a run id or folder; the newest by default' })
    .option('answers', { type: 'string', describe: 'a published answer file instead of a run', requiresArg: true })
    .option('benchmark', { type: 'string', describe: 'of the answer file: projecteval:DIR', requiresArg: true })
    .option('setting', {
      type: 'string',
      describe: 'paper (as published, mistakes included) or strict',
      default: 'strict',
      requiresArg: true,
    })
    .option('out', {
      type: 'string',
      describe: 'the folder that holds the runs',
      default: 'reports',
      requiresArg: true,
    })
    .option('embedder', EMBEDDER)
    .option('embedding-model', EMBEDDING_MODEL)
    .option('offline', OFFLINE)
    .option('json', { type: 'boolean', default: false })
    .example('$0 score', 'the newest run')
    .example('$0 score --answers FILE --benchmark projecteval:DIR --setting paper', 'what was published')
}

function scoreOptions(args: Flags<typeof scoreFlags>): ScoreOptions {
  const { run, answers, benchmark, out, json } = args
  const setting = oneOf('--setting', args.setting, SETTINGS)
  return { run, answers, benchmark, out, json, setting, embedder: embedderChoice(args) }
}

function selftestFlags(flags: Argv) {
  return flags
    .positional('names', { type: 'string', array: true, default: [] as string[], describe: 'attacks; all by default' })
    .option('sandbox', {
      type: 'string',
      describe: 'bubblewrap or process; the strongest that works by default',
      requiresArg: true,
    })
    .option('quick', { type: 'boolean', describe: 'only what fits into two minutes', default: false })
    .option('json', { type: 'boolean', default: false })
    .example('$0 selftest fork-bomb', 'one attack')
}

function selftestOptions(args: Flags<typeof selftestFlags>): SelftestOptions {
  const { names, sandbox, quick, json } = args
  return { names, quick, json, sandbox: sandbox === undefined ? undefined : oneOf('--sandbox', sandbox, SANDBOXES) }
}

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
    .option('out', {
      type: 'string',
      describe: 'the folder that holds the runs',
      default: 'reports',
      requiresArg: true,
    })
    .option('json', { type: 'boolean', default: false })
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

function gradeFlags(flags: Argv) {
  return flags
    .positional('run', { type: 'string', demandOption: true, describe: 'a run id or folder' })
    .option('out', {
      type: 'string',
      describe: 'the folder that holds the runs',
      default: 'reports',
      requiresArg: true,
    })
    .option('json', { type: 'boolean', describe: 'print the summary as one JSON object', default: false })
    .option('min-score', { type: 'number', describe: 'exit with 3 below this score (0 to 1)', requiresArg: true })
}

function gradeOptions(args: Flags<typeof gradeFlags>): GradeOptions {
  const { run, out, json, 'min-score': minScore } = args
  return { run, out, json, minScore: minScore === undefined ? undefined : fraction('--min-score', minScore) }
}

function cacheFlags(flags: Argv) {
  return flags
    .positional('what', { choices: ['ls', 'clear'] as const, demandOption: true })
    .option('json', { type: 'boolean', default: false })
}

function newFlags(flags: Argv) {
  return flags
    .positional('what', { choices: ['agent', 'mission'] as const, demandOption: true })
    .positional('name', { type: 'string', demandOption: true, describe: 'of the agent or the mission' })
    .option('missions-dir', {
      type: 'string',
      describe: 'where missions/ and canonical/ are, or are to be; the current folder by default',
      default: '.',
      requiresArg: true,
    })
    .example('$0 new agent my-agent', 'writes my-agent.ts and my-agent.test.ts')
    .example('$0 new mission greeter', 'writes missions/greeter and canonical/greeter')
}

function doctorFlags(flags: Argv) {
  return benchmarkFlags(flags)
    .option('python', PYTHON)
    .option('python-path', PYTHON_PATH)
    .option('json', { type: 'boolean', default: false })
    .example('$0 doctor --benchmark projecteval:DIR', 'what its missions need of Python, too')
}

function doctorOptions(args: Flags<typeof doctorFlags>): DoctorOptions {
  const { python, json } = args
  return {
    benchmark: benchmarkSpec(args),
    python,
    json,
    pythonPath: optional(args['python-path'], (text) => text.split(path.delimiter)),
  }
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
