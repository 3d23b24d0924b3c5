import { agentsFor } from '../agents/index.ts'
import { openBenchmark, requireKnown, requireMissions } from '../benchmarks/index.ts'
import { findDrivenBrowser } from '../lib/browser/driven.ts'
import { launchBrowser } from '../lib/browser/launch.ts'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import { Redactor } from '../lib/models/redact.ts'
import { findPython } from '../lib/python/find.ts'
import { FAULTY_CONCURRENCY } from '../run/concurrency.ts'
import { randomSeed } from '../run/seed.ts'
import { chooseSandbox, type SandboxName } from '../sandbox/index.ts'
import { BASELINES, CHEATS, type PatienceMode } from '../contracts/schema.ts'
import type { Agent, Benchmark, Mission } from '../contracts/types.ts'
import { claimsOf } from '../quality/validate/limits.ts'
import { validate } from '../quality/validate/run.ts'
import { validationText } from '../quality/validate/text.ts'
import { onInterrupt } from './interrupt.ts'
import { TESTCODE_SECONDS, agentSetup } from './prepare.ts'

export interface ValidateOptions {
  /** Ids; all where there are none. */
  readonly missions: readonly string[]
  readonly benchmark: string
  readonly faults: boolean
  /** How long an expectation waits that does not hold; `auto` if undefined. */
  readonly patience: PatienceMode | undefined
  /** Generated faults of each mission. */
  readonly generated: number
  readonly sample: number | undefined
  readonly sampleSeed: number
  /** From which inputs are drawn; drawn itself if none was named. */
  readonly seed: string | undefined
  /** Seeds under which solutions are judged; two for the canonical one if undefined. */
  readonly seeds: number | undefined
  readonly concurrency: number | undefined
  /** The strongest that works here where it is undefined. */
  readonly sandbox: SandboxName | undefined
  readonly json: boolean
}

/** `pe validate`: whether testcodes measure what they claim. */
export async function validateCommand(options: ValidateOptions): Promise<ExitCode> {
  using interrupt = onInterrupt()
  const benchmark = openBenchmark(options.benchmark)
  const ids = await benchmark.ids()
  requireMissions(benchmark, ids)
  requireKnown(ids, options.missions)
  const missions = options.missions.length === 0 ? ids : ids.filter((id) => options.missions.includes(id))
  const { faults, generated, sample, sampleSeed, seeds, seed = randomSeed() } = options
  const validation = await validate({
    ...{ benchmark, missions, faults, generated, sample, sampleSeed, seed, seeds },
    baselines: (loaded) => builtInAgents(BASELINES, benchmark, loaded),
    cheats: (loaded) => builtInAgents(CHEATS, benchmark, loaded),
    sandbox: options.sandbox ?? (await chooseSandbox()).name,
    testers: { launch: launchBrowser, findDrivenBrowser, patience: options.patience },
    python: await findPython({ usualPath: benchmark.pythonPath }),
    concurrency: options.concurrency ?? FAULTY_CONCURRENCY,
    testcode: (benchmark.testcodeSeconds?.default ?? TESTCODE_SECONDS) * 1000,
    signal: interrupt.signal,
    say: (text) => void process.stderr.write(`${text}\n`),
  })
  const whole = validation.missions.length === ids.length
  const claims = claimsOf(validation, whole)
  if (options.json) process.stdout.write(`${JSON.stringify({ ...validation, claims }, null, 2)}\n`)
  else process.stdout.write(`${validationText(validation, whole)}\n`)
  return claims.every(({ holds }) => holds) ? EXIT.done : EXIT.belowMinimum
}

async function builtInAgents(
  names: readonly string[],
  benchmark: Benchmark,
  missions: readonly Mission[],
): Promise<ReadonlyMap<string, Agent>> {
  const asked = { agentOptions: {}, config: undefined, repairs: 0, out: 'reports' }
  return agentsFor(names, await agentSetup(asked, missions, benchmark, Redactor.ofEnvironment(process.env)))
}
