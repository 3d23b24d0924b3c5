/** The first page of each table of person-cases.ts and unusable pages of each class, in one browser. */
import { describe } from 'vitest'
import { actsAsAPerson } from './person-cases.ts'

describe('a person', { timeout: 240_000 }, () => {
  actsAsAPerson(1, ['a read-only field', 'a list without the option', 'a question that only shows what is expected'])
})
