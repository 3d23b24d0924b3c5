import { paperTesters } from '../run/own-parts.ts'
import type { Paper } from '../contracts/paper.ts'
import { defineCommand } from './flags/command.ts'
import type { Argv } from 'yargs'
import { agentsFor } from '../agents/index.ts'
import { openBenchmark, requireMissions, selectIds } from '../benchmarks/index.ts'
import { PATIENCES } from '../contracts/vocabulary.ts'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import {
  BASELINES,
  CHEATS,
  LIBRARY_BASELINES,
  WINDOW_BASELINES,
  type PatienceMode,
  type SandboxName,
} from '../contracts/schema.ts'
import type { Agent, Benchmark, Mission } from '../contracts/types.ts'
import { findChromedriverBrowser } from '../lib/browser/chromedriver.ts'
import { launchBrowser } from '../lib/browser/launch.ts'
import { Redactor } from '../lib/models/redact.ts'
import { findPython } from '../lib/python/find.ts'
import { claimsOf } from '../quality/validate/limits.ts'
import { EarlyFailures, patienceClaim, patienceText } from '../quality/validate/patience.ts'
import { validate } from '../quality/validate/run.ts'
import { validationText } from '../quality/validate/text.ts'
import { FAULTY_CONCURRENCY } from '../run/concurrency.ts'
import { randomSeed } from '../run/seed.ts'
import { chooseSandbox } from '../sandbox/index.ts'
import { benchmarkFlags, benchmarkSpec } from './flags/benchmark.ts'
import { JUDGING_CONCURRENCY, PATIENCE, SANDBOX, SEED, sandboxName, seed } from './flags/common.ts'
import { oneOf, whole, type Flags } from './flags/values.ts'
import { onInterrupt } from './interrupt.ts'
import { agentSetup } from '../run/agent-setup.ts'
import { TESTCODE_SECONDS } from './prepare.ts'
import { print, say } from './print.ts'

const WINDOWS = `Missions with windows, such as gomoku, need a display (pe doctor). They are judged with the baselines null, ${WINDOW_BASELINES.slice(0, -1).join(', ')} and ${WINDOW_BASELINES.at(-1) ?? ''}, and with no cheats. A trial of one takes 2 to 3 minutes, and each solution, baseline and fault is a trial: the canonical solution is judged three times.`

function validateFlags(flags: Argv) {
  return benchmarkFlags(flags)
    .positional('missions', {
      type: 'string',
      array: true,
      default: [] as string[],
      describe: 'ids; by default all but those with windows',
    })
    .option('faults', { type: 'boolean', default: false, describe: 'try faults, too: written ones and generated ones' })
    .option('generated', {
      type: 'number',
      default: 7,
      describe: 'generated faults of each mission',
      requiresArg: true,
    })
    .option('sample', {
      type: 'number',
      describe: 'only so many missions (with one baseline each), written and generated faults, drawn by --sample-seed',
      requiresArg: true,
    })
    .option('sample-seed', { type: 'number', default: 1, describe: 'which ones are drawn', requiresArg: true })
    .option('seed', SEED)
    .option('seeds', {
      type: 'number',
      describe: 'judge our own solutions once under each of so many seeds; default: 2 for the canonical ones, else 1',
      requiresArg: true,
    })
    .option('concurrency', JUDGING_CONCURRENCY)
    .option('sandbox', SANDBOX)
    .option('patience', PATIENCE)
    .option('compare-patience', {
      type: 'boolean',
      conflicts: 'patience',
      describe: 'validate with --patience full, and list every expectation that would have failed early and held later',
    })
    .option('json', { type: 'boolean', describe: 'print all that was found as one JSON object', default: false })
    .example('$0 validate todo --faults', 'one mission, with all that is known to break it')
    .example('$0 validate --sample 3 --faults', 'a part that fits into two minutes')
    .example('$0 validate blog --faults --compare-patience', 'whether failing early changes a verdict')
    .epilogue(WINDOWS)
}

function validateOptions(args: Flags<typeof validateFlags>): ValidateOptions {
  const optional = (flag: string, value: number | undefined, most: number) =>
    value === undefined ? undefined : whole(flag, value, 1, most)
  return {
    missions: args.missions,
    benchmark: benchmarkSpec(args),
    faults: args.faults,
    generated: whole('--generated', args.generated, 0, 100_000),
    sample: optional('--sample', args.sample, 100_000),
    sampleSeed: whole('--sample-seed', args['sample-seed'], 0, 2 ** 31),
    seed: args.seed === undefined ? undefined : seed(args.seed),
    seeds: optional('--seeds', args.seeds, 1000),
    concurrency: optional('--concurrency', args.concurrency, 64),
    sandbox: sandboxName(args.sandbox),
    patience: args.patience === undefined ? undefined : oneOf('--patience', args.patience, PATIENCES),
    comparePatience: args['compare-patience'] === true,
    json: args.json,
  }
}

export interface ValidateOptions {
  /** Ids; all if there are none. */
  readonly missions: readonly string[]
  readonly benchmark: string
  readonly faults: boolean
  /** How long an expectation waits that does not hold; `auto` if undefined. */
  readonly patience: PatienceMode | undefined
  /** Whether everything is judged with full patience, to find out where failing early would change a verdict. */
  readonly comparePatience: boolean
  /** Generated faults of each mission. */
  readonly generated: number
  readonly sample: number | undefined
  readonly sampleSeed: number
  /** From which inputs are drawn; drawn itself if none was named. */
  readonly seed: string | undefined
  /** Seeds under which solutions are judged; two for the canonical one if undefined. */
  readonly seeds: number | undefined
  readonly concurrency: number | undefined
  /** The strongest that works here if it is undefined. */
  readonly sandbox: SandboxName | undefined
  readonly json: boolean
}

export const command = defineCommand({ flags: validateFlags, options: validateOptions, handler: validateCommand })

/** `pe validate`: whether testcodes measure what they claim. */
export async function validateCommand(options: ValidateOptions, papers: readonly Paper[]): Promise<ExitCode> {
  using interrupt = onInterrupt()
  const benchmark = await openBenchmark(options.benchmark, papers)
  const ids = await benchmark.ids()
  requireMissions(benchmark, ids)
  const missions = await selectIds(benchmark, options.missions)
  const { faults, generated, sample, sampleSeed, seeds, seed = randomSeed() } = options
  const sandbox = options.sandbox ?? (await chooseSandbox()).name
  const python = await findPython({ usualPath: benchmark.pythonPath })
  const early = options.comparePatience ? new EarlyFailures() : undefined
  const validation = await validate({
    ...{ benchmark, missions, faults, generated, sample, sampleSeed, seed, seeds, sandbox, python },
    baselines: (loaded) =>
      builtInAgents([...BASELINES, ...WINDOW_BASELINES, ...LIBRARY_BASELINES], benchmark, loaded, papers),
    cheats: (loaded) => builtInAgents(CHEATS, benchmark, loaded, papers),
    testers: {
      ...{ launchBrowser, findChromedriverBrowser, onEarlyFailure: early?.hear },
      own: await paperTesters(papers),
      patience: early === undefined ? options.patience : 'full',
    },
    comparesPatience: options.comparePatience,
    concurrency: options.concurrency ?? FAULTY_CONCURRENCY,
    testcode: (benchmark.testcodeSeconds?.default ?? TESTCODE_SECONDS) * 1000,
    signal: interrupt.signal,
    say,
  })
  const patience = early?.result
  const whole = validation.missions.length === ids.length
  const claims = [...claimsOf(validation, whole), ...(patience === undefined ? [] : [patienceClaim(patience)])]
  if (options.json) process.stdout.write(`${JSON.stringify({ ...validation, patience, claims }, null, 2)}\n`)
  else
    print(
      [validationText(validation, claims), patience === undefined ? '' : patienceText(patience)].join('\n\n').trimEnd(),
    )
  return claims.every(({ holds }) => holds) ? EXIT.done : EXIT.belowMinimum
}

async function builtInAgents(
  names: readonly string[],
  benchmark: Benchmark,
  missions: readonly Mission[],
  papers: readonly Paper[],
): Promise<ReadonlyMap<string, Agent>> {
  const asked = { agentOptions: {}, config: undefined, repairs: 0, feedback: 0, out: 'reports', sandbox: undefined }
  return agentsFor(names, await agentSetup(asked, missions, benchmark, Redactor.ofEnvironment(process.env), papers))
}
