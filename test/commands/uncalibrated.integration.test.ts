import { describe } from 'vitest'
import {
  IS_NOT_CALIBRATED_FOR_A_CASES,
  isNotCalibratedForA,
  IS_NOT_CALIBRATED_FOR_WHICH_CASES,
  isNotCalibratedForWhich,
} from './uncalibrated-cases.ts'

describe('a library that is not calibrated', { timeout: 120_000 }, () => {
  isNotCalibratedForA(IS_NOT_CALIBRATED_FOR_A_CASES.slice(0, 1))

  isNotCalibratedForWhich(IS_NOT_CALIBRATED_FOR_WHICH_CASES.slice(0, 1))
})
