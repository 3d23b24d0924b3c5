import { builtInBenchmark } from '../benchmarks/index.ts'
import { launchBrowser } from '../browser/launch.ts'
import { Interrupted } from '../errors.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { Redactor } from '../models/redact.ts'
import { createReporters } from '../reporters/index.ts'
import { run } from '../run.ts'
import type { Summary } from '../schema.ts'
import { readEvidence, readTrials, writeReport, type RunStore } from '../store.ts'
import { estimateText } from './estimate.ts'
import { onInterrupt } from './interrupt.ts'
import { prepareNew, prepareResumed } from './prepare.ts'
import { setAsideForRetry } from './retry.ts'
import type { RunCommandOptions } from './run-options.ts'
import { openServices } from './services.ts'

/** `pe run`: everything that can be wrong with what was typed is found before anything is written. */
export async function runCommand(options: RunCommandOptions): Promise<ExitCode> {
  using interrupt = onInterrupt()
  const benchmark = builtInBenchmark()
  const redactor = Redactor.ofEnvironment(process.env)
  const prepare = options.resume === undefined ? prepareNew : prepareResumed
  const prepared = await prepare(options, benchmark, redactor)
  const { services, budget } = openServices(prepared, options)
  await using store = await prepared.open()
  await setAsideForRetry(store, options.retry)
  process.stderr.write(await estimateText(store, prepared, benchmark))
  const reporters = reportersFor(store, options.json)
  const summary = await run({
    store,
    benchmark,
    agents: prepared.agents,
    services,
    judge: options.judge,
    testers: { launch: launchBrowser, allowedOrigins: store.record.settings.allowedOrigins },
    reporters,
    signal: interrupt.signal,
  })
  for (const failure of reporters.failures) process.stderr.write(`pe: ${failure}\n`)
  if (interrupt.signal.aborted) throw new Interrupted('stopped')
  if (budget.stopped !== undefined) {
    process.stderr.write(`pe: ${budget.stopped}; go on with pe run --resume ${summary.runId} and a higher limit\n`)
    return EXIT.harness
  }
  return exitCodeOf(summary, options.minScore, reporters.failures.length)
}

export function reportersFor(store: RunStore, json: boolean) {
  return createReporters({
    stdout: process.stdout,
    stderr: process.stderr,
    json,
    runs: {
      readTrials: async (folder) => ({ run: store.record, trials: await readTrials(folder, store.record) }),
      readEvidence,
      writeReport,
    },
  })
}

/** The harness's own trouble comes before a low score: such a score is not to be trusted. */
export function exitCodeOf(summary: Summary, minScore: number | undefined, reporterFailures: number): ExitCode {
  // The runnable points count too: the bounds differ wherever anything was not judged.
  const unjudged = summary.bounds !== null && summary.bounds[0] !== summary.bounds[1]
  if (unjudged || reporterFailures > 0) return EXIT.harness
  if (minScore !== undefined && (summary.score ?? 0) < minScore) return EXIT.belowMinimum
  return EXIT.done
}
