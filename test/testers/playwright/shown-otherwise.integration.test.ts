/** The first pages of each table of shown-otherwise-cases.ts. */
import { expect, it } from 'vitest'
import { surprises } from './seen-cases.ts'
import { TABLES } from './shown-otherwise-cases.ts'

it.each(TABLES)('%s', { timeout: 200_000 }, async (_, fixtures, status) => {
  expect(await surprises(Object.entries(fixtures).slice(0, 1), status)).toEqual([])
})
