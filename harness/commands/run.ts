import path from 'node:path'
import type { Paper } from '../contracts/paper.ts'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import { Interrupted, UsageError } from '../errors.ts'
import { findChromedriverBrowser } from '../lib/browser/chromedriver.ts'
import { launchBrowser } from '../lib/browser/launch.ts'
import { Redactor } from '../lib/models/redact.ts'
import { failureLines } from '../reporters/index.ts'
import { Screen } from '../reporters/live/screen.ts'
import { printable } from '../reporters/printable.ts'
import { resumeCommand } from '../reporters/reports-folder.ts'
import { estimateText } from './estimate.ts'
import { exitCodeOf } from './exit-code.ts'
import { defineCommand } from './flags/command.ts'
import { gateMessages } from './gate.ts'
import { onInterrupt } from './interrupt.ts'
import { prepareNew, prepareResumed, refuseOtherExecutor, type Prepared } from './prepare.ts'
import { pluralise } from '../lib/wording/count.ts'
import type { Shard } from '../run/shards/shard.ts'
import type { RunStore } from '../store/store.ts'
import { perAgent } from '../run/measures.ts'
import { checkEmbedder } from '../scorers/embedders/index.ts'
import { publishedScorers } from '../scorers/published.ts'
import { checkCalibratedPython } from './run/calibrated-python.ts'
import { connectQueue, openQueue } from './run/open-queue.ts'
import { checkNeeds, resumeFlags } from './run/queue-options.ts'
import { reportersOf } from './reporters.ts'
import { checkReview, openReviewer, reviewPlace, sayReviewUse } from './review.ts'
import type { RunCommandOptions } from './run-options.ts'
import { FREQUENT_FLAGS, runFlags } from './run/flags.ts'
import { runOptions } from './run/options.ts'
import { openServices } from './services.ts'
import { complain } from './print.ts'
import type { Summary, RetryClass, RunRecord, TrialKey, TrialRecord } from '../contracts/schema.ts'
import { readTrials, trialFolder } from '../store/read.ts'
import { setAside, type Aside } from '../store/earlier.ts'

export const command = defineCommand({
  flags: runFlags,
  frequent: FREQUENT_FLAGS,
  options: runOptions,
  handler: runCommand,
})

/** `pe run`: checks all options before it writes anything. */
export async function runCommand(options: RunCommandOptions, papers: readonly Paper[]): Promise<ExitCode> {
  return (await performRun(options, papers)).code
}

/** The run of a command, and the folder in which it is. A shard without trials has no folder: it is that of all runs. */
export interface Performed {
  readonly code: ExitCode
  readonly folder: string
}

export async function performRun(options: RunCommandOptions, papers: readonly Paper[]): Promise<Performed> {
  const screen = new Screen(process.stderr)
  using interrupt = onInterrupt((line) => screen.print(line))
  const redactor = Redactor.ofEnvironment(process.env)
  redactor.addUrl(options.queue?.redis)
  await checkEmbedder(options.embedder, process.env)
  await checkCalibratedPython(options.benchmark, options.python, papers)
  const prepare = options.resume === undefined ? prepareNew : prepareResumed
  const prepared = await prepare(options, redactor, papers)
  checkNeeds(options.queue?.needs ?? [], prepared.missions)
  const warn = (warning: string) => screen.print(`pe: ${printable(warning)}`)
  if (options.shard) screen.print(shardText(options.shard, prepared))
  if (options.shard && prepared.trials.length === 0) return { code: EXIT.done, folder: path.resolve(options.out) }
  const { services, budget } = openServices(prepared, options, warn)
  checkReview(prepared.review, prepared.missions, { services, budget }, warn)
  for (const warning of prepared.warnings) warn(warning)
  const reporters = await reportersOf(options, screen, papers)
  using _contained = reporters.contain()
  await using connection = options.queue && (await connectQueue(options.queue, warn))
  await using store = await prepared.open()
  await keepExecutor(store, options)
  await setAsideForRetry(store, options.retry)
  for (const line of await estimateText(store, prepared)) screen.print(line)
  await using queue =
    options.queue &&
    connection &&
    (await openQueue(connection, options.queue, { ...options, cache: prepared.cache }, store, redactor, screen, warn))
  const { review } = store.record.settings
  const reviewer = review && (await openReviewer(review, prepared.setup, reviewPlace(store, services)))
  const published = await publishedScorers(prepared.benchmark.name, papers, {
    embedder: options.embedder,
    model: reviewer,
    signal: interrupt.signal,
  })
  const { run } = await runner()
  const summary = await run({
    store,
    benchmark: prepared.benchmark,
    agents: prepared.agents,
    services,
    judge: options.judge,
    concurrency: options.concurrency,
    quickFirst: options.quickFirst || process.stderr.isTTY,
    testers: {
      launchBrowser,
      findChromedriverBrowser,
      allowedOrigins: store.record.settings.allowedOrigins,
      patience: store.record.settings.patience,
      reviewer,
      own: prepared.own.testers,
    },
    launchers: prepared.own.launchers,
    scorers: [...perAgent(published), ...prepared.own.scorers],
    python: prepared.python,
    reporters,
    ...(options.score ? { embedder: options.embedder } : {}),
    executor: queue?.executor,
    signal: interrupt.signal,
  })
  for (const line of failureLines(reporters.failures)) complain(line)
  if (interrupt.signal.aborted) throw new Interrupted('stopped')
  if (review) await sayReviewUse(store.folder)
  const stopped = queue ? await queue.stopped() : budget.stopped
  if (stopped !== undefined) {
    complain(
      `${stopped}${summaryLeavesOut(summary)}; continue with ${resumeCommand(summary.folder, store.record.queue)} and a higher limit`,
    )
    return { code: EXIT.harness, folder: store.folder }
  }
  for (const message of gateMessages(summary, options)) complain(message)
  return { code: exitCodeOf(summary, options, reporters.failures.length), folder: store.folder }
}

function shardText({ index, of }: Shard, { trials, whole }: Prepared): string {
  const text = `shard ${String(index)} of ${String(of)}: ${String(trials.length)} of ${pluralise(whole, 'trial')}`
  return trials.length === 0 ? `${text}; there is nothing to do` : text
}

/** Stores whether the run is on a queue, so that it continues there. */
async function keepExecutor(store: RunStore, options: RunCommandOptions): Promise<void> {
  const { queue: before, ...record } = store.record
  refuseOtherExecutor(store.record, store.folder, options)
  if (options.queue) await store.replaceRecord({ ...record, queue: resumeFlags(options.queue) })
  else if (before !== undefined) await store.replaceRecord(record)
}

/**
 * Loads the modules that drive browsers, once there is something to run. A separate function, because TypeScript 5 does not
 * rewrite the name of a module in a function with `using`.
 */
function runner() {
  return import('../run/run.ts')
}

// ---- summary leaves out --------------------------------------------------------------------------------------------

/**
 * A budget counts each call when it is made, and a summary counts the calls of trials that have ended.
 * @returns A part of a sentence that has both figures, to be added to the reason why a budget refused a call; empty if every
 *   trial has ended
 */
function summaryLeavesOut({ groups }: Pick<Summary, 'groups'>): string {
  if (groups.every(({ pending }) => pending === undefined)) return ''
  const uses = groups.flatMap(({ use }) => (use === undefined ? [] : [use]))
  const tokens = sumOf(uses.map((use) => use.tokens && use.tokens.input + use.tokens.output))
  const paid = sumOf(uses.map((use) => use.paid))
  const counts = [
    ...(tokens === null ? [] : [`${String(tokens)} tokens`]),
    ...(paid === null ? [] : [`${paid.toFixed(4)} US dollars paid`]),
  ].join(' and ')
  const figures = counts === '' ? '' : `, and has ${counts}`
  return `; the summary leaves out calls of trials that have not ended${figures}`
}

/** Null if one of the values is unknown. */
function sumOf(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0)
}

// ---- retry ---------------------------------------------------------------------------------------------------------

/**
 * Sets aside the results that a retry replaces: only the verdicts if the harness or the project was at fault, and also
 * everything from the agent if the agent was. The agent is then asked again.
 * @throws UsageError if no trial is of such a class, so that a mistyped class does not look like success
 */
export async function setAsideForRetry(store: RunStore, classes: readonly RetryClass[]): Promise<void> {
  if (classes.length === 0) return
  const records = await readTrials(store.folder, store.record)
  const wanted = records.filter((record) => classes.some((each) => belongsTo(record, each)))
  if (wanted.length === 0)
    throw new UsageError(`no trial of run ${store.record.runId} is to be retried: none is ${classes.join(', ')}`)
  for (const record of wanted) {
    await setAside(trialFolder(store.folder, keyOf(store.record, record)), asideOf(record, classes))
  }
}

/** The agent is asked again if it gave no project, or if it failed after a submission and agent faults are retried. */
function asideOf(record: TrialRecord, classes: readonly RetryClass[]): Aside {
  const ofAgent = classes.some((each) => isAgentFault(record, each))
  return ofAgent || record.outcome === 'no-project' ? 'everything' : 'verdicts'
}

function isAgentFault({ outcome, fault }: TrialRecord, retry: RetryClass): boolean {
  return retry === 'agent' ? outcome === 'no-project' || fault !== undefined : fault === retry
}

function belongsTo(record: TrialRecord, retry: RetryClass): boolean {
  if (retry === 'not-launched') return record.outcome === retry
  if (retry !== 'unjudged') return isAgentFault(record, retry)
  return [record.runnable, ...record.verdicts].some(({ status }) => status === 'unjudged')
}

function keyOf({ trials }: RunRecord, { trial }: TrialRecord): TrialKey {
  return trials.find(({ id }) => id === trial.id) ?? trial
}
