import type { Calibration, LibrarySuite } from '../schema.ts'

/**
 * Runs the tests of a suite on the reference, once for each machine, and says which of them judge a project there.
 * @param digest Of all files of the dataset that the suite depends on
 */
export interface Calibrate {
  (suite: LibrarySuite, digest: string): Promise<Calibration>
  /** The same if this machine knows it already; undefined if the tests would have to run. */
  readonly known?: (suite: LibrarySuite, digest: string) => Promise<Calibration | undefined>
}
