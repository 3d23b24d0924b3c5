/** A text counts as visible exactly if a person can see it: the first pages of each table. */
import { afterAll, expect, it } from 'vitest'
import { closeBed } from './bed.ts'
import { TABLES, surprises } from './seen-cases.ts'

afterAll(closeBed)

it.each(TABLES)('%s', { timeout: 200_000 }, async (_, fixtures, status) => {
  expect(await surprises(Object.entries(fixtures).slice(0, 1), status)).toEqual([])
})
