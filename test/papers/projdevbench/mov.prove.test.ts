/** The other cases of mov.integration.test.ts. */
import { expect, it } from 'vitest'
import { NEEDS, SOLUTIONS, isAccepted, lines, statusesOf } from './mov-cases.ts'

isAccepted(Object.keys(SOLUTIONS))

it('broken and missing programs are not', NEEDS, async () => {
  expect(await statusesOf({ '2279.mv': lines('A<I', 'nonsense') })).not.toContain('passed')
  expect(await statusesOf({ '2278.mv': SOLUTIONS['2279'] ?? '' })).not.toContain('passed')
})
