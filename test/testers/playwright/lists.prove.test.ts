/** Lists, those that show one answer after another and honest ones. */
import { expect, it } from 'vitest'
import { judgeFixture } from './bed.ts'
import { LISTS_DISHONEST, LISTS_HONEST } from './lists-cases.ts'
import { passesThoughItDoesNotRest } from './stillness-honest-cases.ts'

it.each(Object.entries(LISTS_DISHONEST))('shows several lists: %s', async (_, fixture) => {
  expect(await judgeFixture(fixture)).toMatchObject({ status: 'failed' })
})
passesThoughItDoesNotRest(Object.entries(LISTS_HONEST))
