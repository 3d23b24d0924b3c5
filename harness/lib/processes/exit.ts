import { LimitReached, ProjectFault } from '../../errors.ts'
import type { Exit } from '../../contracts/types.ts'

/** The fault of a program that the harness ended; undefined if it ended by itself. */
export function faultOfEnd({ cause, limit }: Exit): ProjectFault | undefined {
  if (cause === undefined) return undefined
  const message = `the program was ended: ${cause}`
  return limit === undefined ? new ProjectFault(message) : new LimitReached(message, limit)
}

/** `exit code 1`, `signal SIGSEGV`, or the reason why the harness ended the process. */
export function howItEnded({ cause, code, signal }: Exit): string {
  return cause ?? (code === null ? `signal ${String(signal)}` : `exit code ${String(code)}`)
}
