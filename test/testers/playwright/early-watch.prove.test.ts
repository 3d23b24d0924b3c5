/** The other cases of early-watch.integration.test.ts. */
import { expect, it } from 'vitest'
import { type Fixture } from './bed.ts'
import { judged, press, see, BODY, THAT_HOLDS_IN_THE_END_CASES, thatHoldsInTheEnd } from './early-watch-cases.ts'

thatHoldsInTheEnd(THAT_HOLDS_IN_THE_END_CASES)

it.each([
  ['an action', press],
  ['an expectation', see],
] as const)('%s that does not hold in the end would have failed early', async (_, testcode) => {
  const { status, heard } = await judged({ body: BODY, testcode })
  expect({ status, kinds: heard.map(({ kind }) => kind) }).toEqual({ status: 'failed', kinds: ['waits'] })
})

it.each<[string, Fixture['testcode'], string]>([
  ['catches an action', (given) => press(given).catch(() => undefined), 'passed'],
  ['catches an expectation', (given) => see(given).catch(() => undefined), 'passed'],
  [
    'catches an expectation and fails otherwise',
    async (given) => {
      await see(given).catch(() => undefined)
      given.expect(1).toBe(2)
    },
    'failed',
  ],
  [
    'does not wait for an expectation',
    ({ page, ...given }) => Promise.race([see({ page, ...given }), page.waitForTimeout(2500)]),
    'passed',
  ],
])('a testcode that %s went on', async (_, testcode, status) => {
  const { status: judgedAs, heard } = await judged({ body: BODY, testcode })
  expect({ status: judgedAs, kinds: heard.map(({ kind }) => kind) }).toEqual({ status, kinds: ['waits', 'went-on'] })
})

it('nothing is reported of a page that holds what is expected', async () => {
  const testcode: Fixture['testcode'] = async (given) => {
    await press(given)
    await see(given)
  }
  expect(await judged({ body: '<button>Save</button>', testcode })).toEqual({ status: 'passed', heard: [] })
})

it('a testcode that adds a message to an expectation fails by it', async () => {
  const testcode: Fixture['testcode'] = ({ page, expect: claim }) =>
    claim(page.locator('p'), 'the text').toHaveText('Save')
  const { status, heard } = await judged({ body: BODY, testcode })
  expect({ status, kinds: heard.map(({ kind }) => kind) }).toEqual({ status: 'failed', kinds: ['waits'] })
})
