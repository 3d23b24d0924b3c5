import { casesNamed } from '../helpers.ts'
import { describe } from 'vitest'
import { IS_NOT_CALIBRATED_FOR_A_CASES, isNotCalibratedForA } from './uncalibrated-cases.ts'

describe('a library that is not calibrated', () => {
  isNotCalibratedForA(casesNamed(IS_NOT_CALIBRATED_FOR_A_CASES, 'one folder too deep'))
})
