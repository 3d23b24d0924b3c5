import { allPapers } from '../harness/papers/index.ts'
import { calibrateLibrary } from '../harness/trial/calibration/calibrate.ts'

/** The papers, as the program has them. */
export const papers = allPapers({ calibrate: calibrateLibrary })
