/** The first pages of each table of person-cases.ts, in one browser. */
import { describe } from 'vitest'
import { actsAsAPerson } from './person-cases.ts'

describe('a person', { timeout: 240_000 }, () => {
  actsAsAPerson(2)
})
