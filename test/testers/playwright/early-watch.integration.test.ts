/** Reports about expectations and actions that wait with full patience on a page at rest. */
import { afterAll, expect } from 'vitest'
import type { EarlyFailure } from '../../../harness/contracts/types.ts'
import { sampled } from '../../part.ts'
import { closeBed, judgeFixture, type Fixture } from './bed.ts'

const it = sampled('testers/playwright/early-watch', 3)

afterAll(closeBed)

async function judged(fixture: Fixture) {
  const heard: EarlyFailure[] = []
  const { status } = await judgeFixture(fixture, { patience: 'full', onEarlyFailure: (early) => heard.push(early) })
  return { status, heard: heard.map(({ mission: _, milliseconds: __, ...early }) => early) }
}

/** The testcode adds the button itself, 2 s later: nothing on the page announces it. */
const late =
  (testcode: Fixture['testcode']): Fixture['testcode'] =>
  async (given) => {
    const added = new Promise((resolve) => setTimeout(resolve, 2000)).then(() =>
      given.page.evaluate(`document.body.innerHTML = '<button>Save</button>'`),
    )
    await testcode(given)
    await added
  }

const press: Fixture['testcode'] = ({ page }) => page.getByRole('button', { name: 'Save' }).click()
const see: Fixture['testcode'] = ({ page, expect: claim }) => claim(page.getByText('Save')).toBeVisible()
const BODY = '<p>Nothing</p>'

it.each([
  ['an action', press, /^No button named "Save"/],
  ['an expectation', see, /"Save"/],
] as const)('%s that holds in the end would have failed early', async (_, testcode, problem) => {
  const early = { testcode: 'fixture-0', problem: expect.stringMatching(problem) as string }
  expect(await judged({ body: BODY, testcode: late(testcode) })).toEqual({
    status: 'passed',
    heard: [
      { ...early, kind: 'waits' },
      { ...early, kind: 'held' },
    ],
  })
})

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

it('a testcode that adds a message to an expectation fails by it', async () => {
  const testcode: Fixture['testcode'] = ({ page, expect: claim }) =>
    claim(page.locator('p'), 'the text').toHaveText('Save')
  const { status, heard } = await judged({ body: BODY, testcode })
  expect({ status, kinds: heard.map(({ kind }) => kind) }).toEqual({ status: 'failed', kinds: ['waits'] })
})

it('nothing is reported of a page that holds what is expected', async () => {
  const testcode: Fixture['testcode'] = async (given) => {
    await press(given)
    await see(given)
  }
  expect(await judged({ body: '<button>Save</button>', testcode })).toEqual({ status: 'passed', heard: [] })
})
