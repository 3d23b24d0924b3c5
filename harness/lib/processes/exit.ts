import type { Exit } from '../../contracts/types.ts'

/** `exit code 1`, `signal SIGSEGV`, or the reason why the harness ended the process. */
export function howItEnded({ cause, code, signal }: Exit): string {
  return cause ?? (code === null ? `signal ${String(signal)}` : `exit code ${String(code)}`)
}
