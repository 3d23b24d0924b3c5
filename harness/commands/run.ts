import type { Paper } from '../contracts/paper.ts'
import path from 'node:path'
import { reviewerOf } from '../run/reviewer.ts'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import { Interrupted } from '../errors.ts'
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
import { publishedScorers } from '../scorers/published.ts'
import { checkCalibratedPython } from './run/calibrated-python.ts'
import { connectQueue, openQueue } from './run/open-queue.ts'
import { checkNeeds, resumeFlags } from './run/queue-options.ts'
import { reportersOf } from './reporters.ts'
import { checkReview, openReviewer, reviewPlace } from './review.ts'
import { setAsideForRetry } from './retry.ts'
import type { RunCommandOptions } from './run-options.ts'
import { FREQUENT_FLAGS, runFlags } from './run/flags.ts'
import { runOptions } from './run/options.ts'
import { openServices } from './services.ts'
import { summaryLeavesOut } from './summary-leaves-out.ts'
import { complain } from './print.ts'

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
  const reviewer = review && reviewerOf(review, { ...services, folder: store.folder })
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
      reviewer: review && (await openReviewer(review, prepared.setup, reviewPlace(store, services))),
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
