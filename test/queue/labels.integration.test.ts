import { describe } from 'vitest'
import { SAYS_IN_ONE_LINE_THAT_CASES, saysInOneLineThat } from './labels-cases.ts'

describe('--needs', () => {
  saysInOneLineThat(SAYS_IN_ONE_LINE_THAT_CASES.slice(0, 1))
})
