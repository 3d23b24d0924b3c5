import { defineCommand } from './flags/command.ts'
import path from 'node:path'
import type { Argv } from 'yargs'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import type { Summary } from '../contracts/schema.ts'
import {
  FAIL_ON,
  INSTALL_NETWORKS,
  MODES,
  PATIENCES,
  PROTOCOLS,
  RETRY_CLASSES,
  SANDBOXES,
} from '../contracts/vocabulary.ts'
import { Interrupted, UsageError } from '../errors.ts'
import { findDrivenBrowser } from '../lib/browser/driven.ts'
import { launchBrowser } from '../lib/browser/launch.ts'
import { Redactor } from '../lib/models/redact.ts'
import { failureLines } from '../reporters/index.ts'
import { Screen } from '../reporters/live/screen.ts'
import { printable } from '../reporters/printable.ts'
import { resumeCommand } from '../reporters/reports-folder.ts'
import { estimateText } from './estimate.ts'
import { benchmarkFlags, benchmarkSpec } from './flags/benchmark.ts'
import { OUT, PATIENCE, SEED, seed } from './flags/common.ts'
import { EMBEDDER, EMBEDDING_MODEL, OFFLINE, embedderChoice } from './flags/embedder.ts'
import { PYTHON, PYTHON_PATH } from './flags/python.ts'
import { reportingFlags } from './flags/reporting.ts'
import { level, list, optional, fraction, oneOf, positive, whole, type Flags } from './flags/values.ts'
import { gateMessages, type Gate } from './gate.ts'
import { onInterrupt } from './interrupt.ts'
import { prepareNew, prepareResumed } from './prepare.ts'
import { reportersOf } from './reporters.ts'
import { setAsideForRetry } from './retry.ts'
import type { RunCommandOptions } from './run-options.ts'
import { openServices } from './services.ts'

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
      describe: 'input level 1, 2 or 3; several with commas; default: 1',
      requiresArg: true,
    })
    .option('mode', {
      type: 'string',
      describe: 'direct or cascade; several with commas; default: direct',
      requiresArg: true,
    })
    .option('variant', {
      type: 'string',
      describe: 'ids with commas, instead of --level and --mode; pe list variants names them',
      requiresArg: true,
    })
    .conflicts('variant', ['level', 'mode'])
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
      describe: 'seconds that one trial may be judged; a shorter limit in mission.yaml holds instead',
      default: 300,
      requiresArg: true,
    })
    .option('testcode-timeout', {
      type: 'number',
      describe: 'seconds for one testcode; default: 20, or what the benchmark says',
      requiresArg: true,
    })
    .option('patience', { ...PATIENCE, default: 'auto' })
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
    .option('tester', {
      type: 'string',
      array: true,
      describe: 'a file with a tester of your own; can be repeated',
      requiresArg: true,
    })
    .option('launcher', {
      type: 'string',
      array: true,
      describe: 'a file with a launcher of your own, asked before the built-in ones; can be repeated',
      requiresArg: true,
    })
    .option('scorer', {
      type: 'string',
      array: true,
      describe: 'a file with a scorer of your own; can be repeated',
      requiresArg: true,
    })
    .option('seed', SEED)
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
    .option('out', OUT)
    .option('resume', { type: 'string', describe: 'go on with a run: only what is missing', requiresArg: true })
    .option('retry', {
      type: 'string',
      describe: `with --resume, make trials anew: ${RETRY_CLASSES.join(', ')}`,
      requiresArg: true,
    })
    .option('json', { type: 'boolean', describe: 'print the summary as one JSON object', default: false })
    .option('min-score', { type: 'number', describe: 'exit with 3 below this score (0 to 1)', requiresArg: true })
    .check(refuseForResumed(flags))
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
    variants: optional(args.variant, (text) => list('--variant', text)),
    levels: optional(args.level, (text) => list('--level', text).map(level)),
    modes: optional(args.mode, (text) => list('--mode', text).map((each) => oneOf('--mode', each, MODES))),
    missions: args.missions === undefined ? [] : list('--missions', args.missions),
    samples: whole('--samples', args.samples, 1, 1000),
    concurrency: args.concurrency === undefined ? undefined : whole('--concurrency', args.concurrency, 1, 64),
    timeout: positive('--timeout', args.timeout),
    testcodeTimeout: optional(args['testcode-timeout'], (value) => positive('--testcode-timeout', value)),
    patience: oneOf('--patience', args.patience, PATIENCES),
    startTimeout: positive('--start-timeout', args['start-timeout']),
    installTimeout: positive('--install-timeout', args['install-timeout']),
    sandbox: args.sandbox === undefined ? undefined : oneOf('--sandbox', args.sandbox, SANDBOXES),
    installNetwork: oneOf('--install-network', args['install-network'], INSTALL_NETWORKS),
    allowedOrigins: (args['allow-origin'] ?? []).map(origin),
    own: { testers: args.tester ?? [], launchers: args.launcher ?? [], scorers: args.scorer ?? [] },
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
    seed: optional(args.seed, seed),
    repeatJudging: whole('--repeat-judging', args['repeat-judging'], 0, 100),
    embedder: embedderChoice(args),
  }
}

/** Flags that a run was begun with, and keeps. */
const OF_NEW_RUNS = [
  ...['agent', 'level', 'mode', 'variant', 'missions', 'samples', 'repairs', 'benchmark', 'missions-dir', 'protocol'],
  ...['timeout', 'testcode-timeout', 'patience', 'start-timeout', 'install-timeout', 'repeat-judging'],
  ...['sandbox', 'install-network', 'allow-origin', 'tester', 'launcher', 'scorer', 'python', 'python-path', 'seed'],
] as const

/** What would be left out of account without a word: whoever typed it would take the old run for what it names. */
function refuseForResumed(flags: Argv) {
  return (args: Readonly<Record<string, unknown>>): true => {
    if (args['resume'] === undefined) return true
    const defaulted = defaultedOf(flags)
    const typed = OF_NEW_RUNS.find((name) => args[name] !== undefined && !(name in defaulted))
    if (typed === undefined) return true
    throw new UsageError(`--${typed} goes with a new run: with --resume a run goes on as it began`)
  }
}

/** The flags that nobody typed; the types of yargs leave them out. */
function defaultedOf(flags: Argv): object {
  const parsed = flags.parsed as { readonly defaulted?: object } | false
  return parsed === false ? {} : (parsed.defaulted ?? {})
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

export const command = defineCommand({ flags: runFlags, options: runOptions, handler: runCommand })

/** `pe run`: everything that can be wrong with what was typed is found before anything is written. */
export async function runCommand(options: RunCommandOptions): Promise<ExitCode> {
  const screen = new Screen(process.stderr)
  using interrupt = onInterrupt((line) => screen.print(line))
  const redactor = Redactor.ofEnvironment(process.env)
  const prepare = options.resume === undefined ? prepareNew : prepareResumed
  const prepared = await prepare(options, redactor)
  const warn = (warning: string) => screen.print(`pe: ${warning}`)
  const { services, budget } = openServices(prepared, options, warn)
  for (const warning of prepared.warnings) warn(warning)
  const reporters = await reportersOf(options, screen)
  using _contained = reporters.contain()
  await using store = await prepared.open()
  await setAsideForRetry(store, options.retry)
  for (const line of await estimateText(store, prepared)) screen.print(line)
  const { run } = await runner()
  const summary = await run({
    store,
    benchmark: prepared.benchmark,
    agents: prepared.agents,
    services,
    judge: options.judge,
    concurrency: options.concurrency,
    testers: {
      launchBrowser,
      findDrivenBrowser,
      allowedOrigins: store.record.settings.allowedOrigins,
      patience: store.record.settings.patience,
      own: prepared.own.testers,
    },
    launchers: prepared.own.launchers,
    scorers: prepared.own.scorers,
    python: prepared.python,
    reporters,
    embedder: options.embedder,
    signal: interrupt.signal,
  })
  for (const line of failureLines(reporters.failures)) process.stderr.write(`pe: ${line}\n`)
  if (interrupt.signal.aborted) throw new Interrupted('stopped')
  if (budget.stopped !== undefined) {
    process.stderr.write(
      `pe: ${budget.stopped}; go on with ${printable(resumeCommand(summary.runId, summary.folder))} and a higher limit\n`,
    )
    return EXIT.harness
  }
  for (const message of gateMessages(summary, options)) process.stderr.write(`pe: ${message}\n`)
  return exitCodeOf(summary, options, reporters.failures.length)
}

/**
 * With all that drives browsers: loaded once it is certain that there is something to run. Apart, because TypeScript 5
 * leaves the name of a module as it is where it stands in a function with `using`.
 */
function runner() {
  return import('../run/run.ts')
}

/** The harness's own trouble comes before a low score: such a score is not to be trusted. */
export function exitCodeOf(summary: Summary, gate: Gate, reporterFailures: number): ExitCode {
  // The runnable points count too: the bounds differ wherever anything was not judged.
  const unjudged = summary.bounds !== null && summary.bounds[0] !== summary.bounds[1]
  if (unjudged || reporterFailures > 0) return EXIT.harness
  return gateMessages(summary, gate).length > 0 ? EXIT.belowMinimum : EXIT.done
}
