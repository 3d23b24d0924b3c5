import type { Parts } from '../../lib/files/write-stream.ts'
import type { Summary } from '../../contracts/schema.ts'
import type { RunData } from '../../lib/statistics/sides.ts'

/** All stored results of a run. */
export interface RunResult extends RunData {
  readonly summary: Summary
}

/** A way to write a run down. */
export interface Format {
  /** Name of the file in the folder of the run. */
  readonly file: string
  /** Whether it may be shown on a terminal. */
  readonly text: boolean
  /** Part by part, since a run may be larger than a string can be. */
  readonly write: (result: RunResult) => Parts
}
