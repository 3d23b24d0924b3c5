import { casesNamed } from '../helpers.ts'
import { describe } from 'vitest'
import { SAYS_IN_ONE_LINE_THAT_CASES, saysInOneLineThat } from './labels-cases.ts'

describe('--needs', () => {
  saysInOneLineThat(casesNamed(SAYS_IN_ONE_LINE_THAT_CASES, '--needs som:large'))
})
