import { casesNamed } from '../helpers.ts'
import { describe } from 'vitest'
import {
  IS_NOT_CALIBRATED_FOR_A_CASES,
  isNotCalibratedForA,
  IS_NOT_CALIBRATED_FOR_WHICH_CASES,
  isNotCalibratedForWhich,
} from './uncalibrated-cases.ts'

describe('a library that is not calibrated', { timeout: 120_000 }, () => {
  isNotCalibratedForA(casesNamed(IS_NOT_CALIBRATED_FOR_A_CASES, 'one folder too deep'))

  isNotCalibratedForWhich(casesNamed(IS_NOT_CALIBRATED_FOR_WHICH_CASES, '--agent canonical --testcode-timeout 5'))
})
