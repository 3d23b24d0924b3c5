import type { SessionSetup, Testcode } from '../contracts/types.ts'

/** Milliseconds that a testcode may take: its own limit, or that of the run. */
export function timeoutOf({ limits }: Testcode, { testcodeTimeout }: SessionSetup): number {
  return limits?.seconds === undefined ? testcodeTimeout : limits.seconds * 1000
}
