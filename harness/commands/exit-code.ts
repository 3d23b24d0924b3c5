import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import type { Summary } from '../contracts/schema.ts'
import { unjudgedPoints } from '../reporters/percent.ts'
import { gateMessages, type Gate } from './gate.ts'

/** The harness's own trouble comes before a low score: such a score is not to be trusted. */
export function exitCodeOf(summary: Summary, gate: Gate, reporterFailures: number): ExitCode {
  if (unjudgedPoints(summary) > 0 || reporterFailures > 0) return EXIT.harness
  return gateMessages(summary, gate).length > 0 ? EXIT.belowMinimum : EXIT.done
}
