/** What the exit code of `pe` means. */
export const EXIT = {
  done: 0,
  /** The harness failed, or some testcodes could not be judged. */
  harness: 1,
  /** What was typed, or a file that a user wrote, is wrong. */
  usage: 2,
  /** The score is below `--min-score`, there is what `--fail-on` names, or a claim of `pe validate` or `pe redteam` does not hold. */
  belowMinimum: 3,
  /** Stopped by Ctrl-C. */
  interrupted: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]
