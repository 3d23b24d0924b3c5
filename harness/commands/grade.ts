import { defineCommand } from './flags/command.ts'
import { PATIENCES } from '../contracts/vocabulary.ts'
import type { Argv } from 'yargs'
import { benchmarkOf, selectMissions } from '../benchmarks/index.ts'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import type { PatienceMode, TrialKey } from '../contracts/schema.ts'
import type { Benchmark, Mission } from '../contracts/types.ts'
import { Interrupted, UsageError } from '../errors.ts'
import { silentAgent } from '../agents/stand-ins.ts'
import { findChromedriverBrowser } from '../lib/browser/chromedriver.ts'
import { launchBrowser } from '../lib/browser/launch.ts'
import { canonicalJson } from '../lib/collections/canonical-json.ts'
import { Redactor } from '../lib/models/redact.ts'
import { findPython } from '../lib/python/find.ts'
import { failureLines } from '../reporters/index.ts'
import { printable } from '../reporters/printable.ts'
import { Screen } from '../reporters/live/screen.ts'
import { run } from '../run/run.ts'
import { setAside } from '../store/earlier.ts'
import { RunStore, type TrialStore } from '../store/store.ts'
import { questionsDigest } from '../trial/agent-stage.ts'
import { briefOf, questionsOf } from '../trial/brief.ts'
import { OUT, PATIENCE } from './flags/common.ts'
import { EMBEDDER, EMBEDDING_MODEL, OFFLINE, embedderChoice } from './flags/embedder.ts'
import {
  JUDGE,
  JUDGE_EACH,
  JUDGE_VOTES,
  judgeVotes,
  MAX_COST,
  MAX_TOKENS,
  NO_CACHE,
  spendingOptions,
} from './flags/judge.ts'
import { fraction, oneOf, type Flags } from './flags/values.ts'
import { gateMessages } from './gate.ts'
import { NO_MODEL, openReview, reviewFor, type ReviewOptions } from './grade-review.ts'
import { sayReviewUse } from './review.ts'
import { onInterrupt } from './interrupt.ts'
import { benchmarkInfo } from './prepare.ts'
import { reportersOf } from './reporters.ts'
import { exitCodeOf } from './exit-code.ts'
import { reloadOwnParts } from '../run/own-parts.ts'
import type { EmbedderChoice, Paper } from '../contracts/paper.ts'
import { perAgent } from '../run/measures.ts'
import { checkEmbedder } from '../scorers/embedders/index.ts'
import { publishedScorers } from '../scorers/published.ts'
import { resolveRun } from '../store/resolve.ts'
import { complain } from './print.ts'

function gradeFlags(flags: Argv) {
  return flags
    .positional('run', { type: 'string', demandOption: true, describe: 'a run id or folder' })
    .option('out', OUT)
    .option('patience', { ...PATIENCE, describe: 'auto or full, as of pe run; that of the run by default' })
    .option('json', { type: 'boolean', describe: 'print the summary as one JSON object', default: false })
    .option('min-score', { type: 'number', describe: 'exit with 3 below this score (0 to 1)', requiresArg: true })
    .option('judge', {
      ...JUDGE,
      describe: `${JUDGE.describe}; that of the run by default, and ${NO_MODEL} asks no model`,
    })
    .option('judge-votes', JUDGE_VOTES)
    .option('judge-each', JUDGE_EACH)
    .option('config', { type: 'string', describe: 'the file that stands for pe.config.ts', requiresArg: true })
    .option('max-cost', MAX_COST)
    .option('max-tokens', MAX_TOKENS)
    .option('no-cache', { ...NO_CACHE, describe: 'ask again what models have answered before, also in this run' })
    .option('embedder', EMBEDDER)
    .option('embedding-model', EMBEDDING_MODEL)
    .option('offline', OFFLINE)
    .example('$0 grade RUN --judge openai:gpt-4o-mini', 'a model answers the questions that were left open')
}

function gradeOptions(args: Flags<typeof gradeFlags>): GradeOptions {
  const { run, out, json, judge, config, 'min-score': minScore, 'judge-votes': votes } = args
  const patience = args.patience === undefined ? undefined : oneOf('--patience', args.patience, PATIENCES)
  return {
    ...{ run, out, json, patience, judge, config, ...spendingOptions(args) },
    minScore: minScore === undefined ? undefined : fraction('--min-score', minScore),
    votes: votes === undefined ? undefined : judgeVotes(votes),
    each: args['judge-each'],
    embedder: embedderChoice(args),
  }
}

export interface GradeOptions extends ReviewOptions {
  readonly run: string
  readonly json: boolean
  readonly minScore: number | undefined
  /** That of the run if none was named. */
  readonly patience: PatienceMode | undefined
  /** Of measures that compare texts. */
  readonly embedder: EmbedderChoice
}

export const command = defineCommand({ flags: gradeFlags, options: gradeOptions, handler: gradeCommand })

/** `pe grade RUN`: repeats everything after the agent with its recorded projects; no agent is called. */
export async function gradeCommand(options: GradeOptions, papers: readonly Paper[]): Promise<ExitCode> {
  const screen = new Screen(process.stderr)
  using interrupt = onInterrupt((line) => screen.print(line))
  const folder = await resolveRun(options.run, options.out)
  await checkEmbedder(options.embedder, process.env)
  const redactor = Redactor.ofEnvironment(process.env)
  await using store = await RunStore.resume(folder, redactor)
  const { settings } = store.record
  const benchmark = await benchmarkOf(store.record.benchmark, papers)
  const own = await reloadOwnParts(settings, papers)
  const missions = await selectMissions(benchmark, store.record.settings.missions)
  const keys = await gradable(store)
  for (const key of keys) await checkSame(key, store, missions, benchmark)
  const review = reviewFor(options, settings)
  const warn = (warning: string) => screen.print(`pe: ${printable(warning)}`)
  const opened = review && (await openReview(review, options, { store, benchmark, missions, redactor, papers, warn }))
  const { review: _before, ...kept } = settings
  await store.replaceRecord({
    ...store.record,
    benchmark: await benchmarkInfo(benchmark, missions),
    settings: {
      ...kept,
      ...(review ? { review } : {}),
      ...(settings.own ? { own: own.record } : {}),
      ...(options.patience === undefined ? {} : { patience: options.patience }),
    },
  })
  for (const key of keys) await setAside(store.trial(key).folder, 'verdicts')
  const reporters = await reportersOf({ json: options.json, reporters: undefined, verbose: false }, screen, papers)
  const published = await publishedScorers(benchmark.name, papers, {
    embedder: options.embedder,
    model: opened?.reviewer,
    signal: interrupt.signal,
  })
  const summary = await run({
    store,
    benchmark,
    agents: new Map(store.record.settings.agents.map((name) => [name, silentAgent(name)])),
    only: new Set(keys.map(({ id }) => id)),
    testers: {
      launchBrowser,
      findChromedriverBrowser,
      allowedOrigins: settings.allowedOrigins,
      patience: options.patience ?? settings.patience,
      reviewer: opened?.reviewer,
      own: own.testers,
    },
    launchers: own.launchers,
    scorers: [...perAgent(published), ...own.scorers],
    python: await findPython({ program: settings.python, path: settings.pythonPath }),
    reporters,
    signal: interrupt.signal,
  })
  for (const line of failureLines(reporters.failures)) complain(line)
  if (interrupt.signal.aborted) throw new Interrupted('stopped')
  if (opened) await sayReviewUse(folder)
  const stopped = opened?.budget.stopped
  if (stopped !== undefined) {
    complain(`${stopped}; continue with pe grade ${options.run} and a higher limit`)
    return EXIT.harness
  }
  const gate = { minScore: options.minScore, failOn: [] }
  for (const message of gateMessages(summary, gate)) complain(message)
  return exitCodeOf(summary, gate, reporters.failures.length)
}

/** The trials whose agent has finished its part. */
async function gradable(store: RunStore): Promise<readonly TrialKey[]> {
  const given = await Promise.all(
    store.record.trials.map(async (key) => {
      const trial = store.trial(key)
      return (await isGradable(trial)) ? [key] : []
    }),
  )
  const keys = given.flat()
  if (keys.length === 0) throw new UsageError(`run ${store.record.runId} has no project with answers to be judged`)
  return keys
}

/** An agent that failed after it had submitted has given its submissions. */
async function isGradable(trial: TrialStore): Promise<boolean> {
  if (await trial.readFault()) return true
  return trial.hasProject && (await trial.readKeptAnswers()) !== undefined
}

/**
 * Checks that the brief and the questions of a mission have not changed since the agent got them. Its testcodes may have changed.
 * @throws UsageError if the brief or the questions have changed
 */
async function checkSame(
  key: TrialKey,
  store: RunStore,
  missions: readonly Mission[],
  benchmark: Benchmark,
): Promise<void> {
  const mission = missions.find(({ id }) => id === key.mission)
  if (!mission) throw new TypeError(`mission "${key.mission}" was selected`)
  const trial = store.trial(key)
  const [told, asked] = [await trial.readBrief(), await trial.readKeptAnswers()]
  const brief = await briefOf(benchmark, mission, key.variant)
  const anew = 'what it gave cannot be judged by it; start a new run'
  if (told && canonicalJson(told) !== canonicalJson(brief))
    throw new UsageError(`mission "${mission.id}" tells an agent something else now than in trial ${key.id}: ${anew}`)
  if (asked?.questions !== undefined && asked.questions !== questionsDigest(questionsOf(mission)))
    throw new UsageError(`mission "${mission.id}" asks an agent something else now than in trial ${key.id}: ${anew}`)
}
