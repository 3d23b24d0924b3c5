import { paperTesters } from '../run/own-parts.ts'
import type { Paper } from '../contracts/paper.ts'
import { defineCommand } from './flags/command.ts'
import type { Argv } from 'yargs'
import { agentsFor } from '../agents/index.ts'
import { openBenchmark, outlineMissions, requireKnown, requireMissions } from '../benchmarks/index.ts'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import { CHEATS, type SandboxName } from '../contracts/schema.ts'
import type { Agent, Benchmark, Mission, TesterEntry } from '../contracts/types.ts'
import { UsageError } from '../errors.ts'
import { Cleanup } from '../lib/async/cleanup.ts'
import { findChromedriverBrowser } from '../lib/browser/chromedriver.ts'
import { launchBrowser } from '../lib/browser/launch.ts'
import { Redactor } from '../lib/models/redact.ts'
import { findPython } from '../lib/python/find.ts'
import { pluralise } from '../lib/wording/count.ts'
import { redteamClaims, sum } from '../quality/validate/limits.ts'
import { reportProgress } from '../quality/validate/progress.ts'
import { judgeCheats } from '../quality/validate/redteam.ts'
import type { CheatResult } from '../quality/validate/results.ts'
import { openBench } from '../quality/validate/run.ts'
import { isSubject, loadSubject, type Bench, type Subject } from '../quality/validate/subject.ts'
import { cheatLines, cheatTable, claimTable } from '../quality/validate/text.ts'
import { formatTable } from '../reporters/table.ts'
import { FAULTY_CONCURRENCY } from '../run/concurrency.ts'
import { randomSeed } from '../run/seed.ts'
import { chooseSandbox } from '../sandbox/index.ts'
import { benchmarkFlags, benchmarkSpec } from './flags/benchmark.ts'
import { JSON_OUTPUT, JUDGING_CONCURRENCY, OUT, SANDBOX, SEED, sandboxName, seed } from './flags/common.ts'
import { MAX_COST, MAX_TOKENS, spendingOptions } from './flags/judge.ts'
import { list, optional, positive, whole, type Flags } from './flags/values.ts'
import { onInterrupt } from './interrupt.ts'
import { agentSetup } from '../run/agent-setup.ts'
import { print, say } from './print.ts'
import { attackAll, type AttackOptions } from './redteam-attack.ts'

function redteamFlags(flags: Argv) {
  return benchmarkFlags(flags)
    .positional('missions', {
      type: 'string',
      array: true,
      default: [] as string[],
      describe: 'ids; all websites by default',
    })
    .option('agents', {
      type: 'string',
      describe: 'cheats, with commas, such as cycler or cycler:worker+fast; all by default',
      requiresArg: true,
    })
    .option('agent', {
      type: 'string',
      describe: 'a model that attacks in place of the cheats, such as openai:NAME; pe list agents names them',
      requiresArg: true,
    })
    .option('rounds', {
      type: 'number',
      default: 3,
      describe: 'with --agent: tries at each mission',
      requiresArg: true,
    })
    .option('show-testcodes', {
      type: 'boolean',
      default: false,
      describe: 'with --agent: the model may read the source of the testcodes, which leaves this machine then',
    })
    .option('model', {
      type: 'string',
      describe: 'with --agent: the model of an agent that calls one',
      requiresArg: true,
    })
    .option('base-url', {
      type: 'string',
      describe: 'with --agent: URL of a server with the API of OpenAI',
      requiresArg: true,
    })
    .option('config', {
      type: 'string',
      describe: 'the configuration file; default: ./pe.config.ts',
      requiresArg: true,
    })
    .option('max-cost', MAX_COST)
    .option('max-tokens', MAX_TOKENS)
    .option('out', { ...OUT, describe: 'with --agent: the folder for what it writes' })
    .option('learn', {
      type: 'boolean',
      default: false,
      describe: 'record what the canonical solutions answer again, for the replayer',
    })
    .option('seed', SEED)
    .option('testcode-timeout', {
      type: 'number',
      default: 6,
      describe: 'seconds for each testcode; more of them give a cheat more looks',
      requiresArg: true,
    })
    .option('concurrency', JUDGING_CONCURRENCY)
    .option('sandbox', SANDBOX)
    .option('json', JSON_OUTPUT)
    .example('$0 redteam todo --agents listener,replayer', 'two cheats on one mission')
    .example('$0 redteam todo --agent gpt4o --rounds 5 --max-cost 3', 'a model attacks; its key is in OPENAI_API_KEY')
}

function redteamOptions(args: Flags<typeof redteamFlags>): RedteamOptions {
  return {
    missions: args.missions,
    agents: args.agents === undefined ? [] : cheatNames(args.agents),
    attack: attackOptions(args),
    benchmark: benchmarkSpec(args),
    learn: args.learn,
    seed: optional(args.seed, seed),
    testcodeTimeout: positive('--testcode-timeout', args['testcode-timeout']),
    concurrency: optional(args.concurrency, (value) => whole('--concurrency', value, 1, 64)),
    sandbox: sandboxName(args.sandbox),
    json: args.json,
  }
}

/** @throws UsageError before any mission is loaded */
function cheatNames(text: string): string[] {
  const names = list('--agents', text)
  const cheats: readonly string[] = CHEATS
  const other = names.find((name) => !cheats.includes(name.split(':')[0] ?? ''))
  if (other !== undefined) throw new UsageError(`"${other}" is no cheat; the cheats are ${CHEATS.join(', ')}`)
  return names
}

/** @throws UsageError for flags that belong to the other kind of attacker */
function attackOptions(args: Flags<typeof redteamFlags>): AttackOptions | undefined {
  const { agent, model, 'base-url': baseURL, config, out, json } = args
  const spending = spendingOptions({ ...args, 'no-cache': true })
  const { maxCost, maxTokens } = spending
  if (agent === undefined) {
    const given = { '--model': model, '--base-url': baseURL, '--max-cost': maxCost, '--max-tokens': maxTokens }
    const stray = Object.entries(given).find(([, value]) => value !== undefined)?.[0]
    if (stray !== undefined) throw new UsageError(`${stray} needs --agent MODEL: the cheats of --agents call no model`)
    return undefined
  }
  if (args.agents !== undefined || args.learn)
    throw new UsageError('--agent names a model, and --agents and --learn are for cheats; leave one of them out')
  return {
    ...{ agent, config, out, json, maxCost, maxTokens },
    rounds: whole('--rounds', args.rounds, 1, 50),
    showTestcodes: args['show-testcodes'],
    agentOptions: {
      ...(baseURL === undefined ? {} : { baseURL }),
      ...(model === undefined ? {} : { model }),
    },
  }
}

export interface RedteamOptions {
  /** Ids; all website missions if there are none. */
  readonly missions: readonly string[]
  /** Cheats, such as `cycler` or `cycler:worker`; all without a variant if there are none. */
  readonly agents: readonly string[]
  /** A model that attacks in place of the cheats. */
  readonly attack?: AttackOptions | undefined
  readonly benchmark: string
  readonly learn: boolean
  /** From which inputs are drawn; at random if it is undefined. */
  readonly seed: string | undefined
  /** Seconds for each testcode. */
  readonly testcodeTimeout: number
  readonly concurrency: number | undefined
  readonly sandbox: SandboxName | undefined
  readonly json: boolean
}

export const command = defineCommand({ flags: redteamFlags, options: redteamOptions, handler: redteamCommand })

/** `pe redteam`: judges cheating projects and says how many points they get. */
export async function redteamCommand(options: RedteamOptions, papers: readonly Paper[]): Promise<ExitCode> {
  using interrupt = onInterrupt()
  const began = performance.now()
  const benchmark = await openBenchmark(options.benchmark, papers)
  const own = await paperTesters(papers)
  const subjects = await subjectsOf(benchmark, options, own)
  const seed = options.seed ?? randomSeed()
  say(`Inputs of testcodes are drawn from seed ${seed}`)
  await using stack = new Cleanup()
  const bench = await openBench(
    {
      benchmark,
      seed,
      sandbox: options.sandbox ?? (await chooseSandbox()).name,
      testers: { launchBrowser, findChromedriverBrowser, own },
      python: await findPython({ usualPath: benchmark.pythonPath }),
      concurrency: options.concurrency ?? FAULTY_CONCURRENCY,
      testcode: options.testcodeTimeout * 1000,
      signal: interrupt.signal,
    },
    stack,
  )
  const progress = reportProgress(bench.limit, say)
  stack.defer(() => progress[Symbol.dispose]())
  if (options.attack) return await attackAll(options.attack, benchmark, subjects, bench, papers)
  const agents = await cheatsFor(options, benchmark, subjects, papers)
  const parts = await Promise.all(subjects.map((subject) => judged(subject, agents, bench, options.learn, say)))
  const results = parts.flatMap((part) => part.results)
  const findings = parts.flatMap((part) => part.findings)
  const skipped = parts.flatMap((part) => part.skipped)
  const claims = redteamClaims(results)
  const seconds = (performance.now() - began) / 1000
  if (options.json)
    process.stdout.write(`${JSON.stringify({ seed, results, findings, skipped, claims, seconds }, null, 2)}\n`)
  else print(textOf(results, [...findings.map(({ text }) => text), ...skipped], seconds))
  if (results.length === 0 || skipped.length > 0) return EXIT.harness
  return claims.every(({ holds }) => holds) ? EXIT.done : EXIT.belowMinimum
}

/** A model may attack missions of any kind that are named; cheats build websites. */
async function subjectsOf(
  benchmark: Benchmark,
  { missions: asked, attack }: Pick<RedteamOptions, 'missions' | 'attack'>,
  testers: readonly TesterEntry[],
): Promise<Subject[]> {
  const isWanted = ({ kind }: Mission) => kind === 'website' || (attack !== undefined && asked.length > 0)
  const ids = await benchmark.ids()
  requireMissions(benchmark, ids)
  requireKnown(ids, asked)
  const outlines = await outlineMissions(benchmark, asked)
  // First: loading a mission may take minutes.
  if (!outlines.some(isWanted)) throw new UsageError(noWebsite(outlines))
  const loaded = await Promise.all(
    (asked.length === 0 ? ids : ids.filter((id) => asked.includes(id))).map((id) =>
      loadSubject(benchmark, id, testers),
    ),
  )
  const broken = loaded.find((each) => !isSubject(each))
  if (broken && !isSubject(broken)) throw new UsageError(`mission "${broken.mission}": ${broken.text}`)
  return loaded.filter(isSubject).filter(({ mission }) => isWanted(mission))
}

function noWebsite(missions: readonly Mission[]): string {
  const kinds = [...new Set(missions.map(({ kind }) => kind))].join(', ')
  const instead = missions.some(({ kind }) => kind === 'library')
    ? '; pe selftest judges hostile libraries, and pe validate judges each library beside empty modules, stubs and mocks'
    : ''
  return `the cheats of pe redteam build websites, and none of these missions is a website (they are of kind ${kinds})${instead}`
}

async function cheatsFor(
  { agents }: RedteamOptions,
  benchmark: Benchmark,
  subjects: readonly Subject[],
  papers: readonly Paper[],
): Promise<ReadonlyMap<string, Agent>> {
  const names: readonly string[] = agents.length === 0 ? CHEATS : agents
  const asked = { agentOptions: {}, config: undefined, repairs: 0, feedback: 0, out: 'reports', sandbox: undefined }
  const missions = subjects.map(({ mission }) => mission)
  return agentsFor(names, await agentSetup(asked, missions, benchmark, Redactor.ofEnvironment(process.env), papers))
}

async function judged(
  subject: Subject,
  agents: ReadonlyMap<string, Agent>,
  bench: Bench,
  learnAgain: boolean,
  say: (text: string) => void,
): ReturnType<typeof judgeCheats> {
  const part = await judgeCheats(subject, agents, bench, learnAgain)
  const seconds = sum(part.results.map((each) => each.seconds))
  say(`${subject.mission.id}: ${pluralise(part.results.length, 'cheat')} in ${seconds.toFixed(0)} s of trials`)
  return part
}

function textOf(results: readonly CheatResult[], problems: readonly string[], seconds: number): string {
  const lines = [...cheatLines(results), ...problems]
  const agents = [...new Set(results.map(({ agent }) => agent))]
  const times = agents.map((agent) => {
    const own = results.filter((each) => each.agent === agent)
    return [agent, sum(own.map((each) => each.seconds)).toFixed(0)]
  })
  return [
    ...(lines.length === 0 ? [] : [lines.join('\n')]),
    cheatTable(results),
    claimTable(redteamClaims(results)),
    `${formatTable([['cheat', 'seconds of trials'], ...times], [1])}\n${seconds.toFixed(0)} s in all`,
  ].join('\n\n')
}
