import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import type { Summary } from '../contracts/schema.ts'
import { gateMessages, type Gate } from './gate.ts'

/** The harness's own trouble comes before a low score: such a score is not to be trusted. */
export function exitCodeOf(summary: Summary, gate: Gate, reporterFailures: number): ExitCode {
  // The runnable points count too: the bounds differ wherever anything was not judged.
  const unjudged = summary.bounds !== null && summary.bounds[0] !== summary.bounds[1]
  if (unjudged || reporterFailures > 0) return EXIT.harness
  return gateMessages(summary, gate).length > 0 ? EXIT.belowMinimum : EXIT.done
}
