/** Exit codes of `pe`. */
export const EXIT = {
  done: 0,
  /** The harness failed, or some testcodes could not be judged. */
  harness: 1,
  /** The command line or a file of the user is invalid. */
  usage: 2,
  /** The score is below `--min-score`, a condition of `--fail-on` is met, or a check of `pe validate` or `pe redteam` failed. */
  belowMinimum: 3,
  /** Stopped by Ctrl-C. */
  interrupted: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]
