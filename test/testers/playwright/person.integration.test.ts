/** The first pages of each table of person-cases.ts, in one browser. */
import { afterAll, describe } from 'vitest'
import { closeBed } from './bed.ts'
import { actsAsAPerson } from './person-cases.ts'

afterAll(closeBed)

describe('a person', { timeout: 240_000 }, () => {
  actsAsAPerson(2)
})
