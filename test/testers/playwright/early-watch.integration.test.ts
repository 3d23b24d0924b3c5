/** Reports about expectations and actions that wait with full patience on a page at rest. */
import { afterAll, expect, it } from 'vitest'
import { closeBed, type Fixture } from './bed.ts'
import { judged, BODY, THAT_HOLDS_IN_THE_END_CASES, thatHoldsInTheEnd } from './early-watch-cases.ts'

afterAll(closeBed)

thatHoldsInTheEnd(THAT_HOLDS_IN_THE_END_CASES.slice(0, 1))

it('a testcode that adds a message to an expectation fails by it', async () => {
  const testcode: Fixture['testcode'] = ({ page, expect: claim }) =>
    claim(page.locator('p'), 'the text').toHaveText('Save')
  const { status, heard } = await judged({ body: BODY, testcode })
  expect({ status, kinds: heard.map(({ kind }) => kind) }).toEqual({ status: 'failed', kinds: ['waits'] })
})
