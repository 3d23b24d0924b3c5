/** Reports about expectations and actions that wait with full patience on a page at rest. */
import { afterAll, expect, it } from 'vitest'
import type { EarlyFailure } from '../../../harness/contracts/types.ts'
import { closeBed, judgeFixture, type Fixture } from './bed.ts'

afterAll(closeBed)

async function judged(fixture: Fixture) {
  const heard: EarlyFailure[] = []
  const { status } = await judgeFixture(fixture, { patience: 'full', onEarlyFailure: (early) => heard.push(early) })
  return { status, heard: heard.map(({ heldAfter, ...early }) => ({ ...early, held: heldAfter !== undefined })) }
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
const place = { mission: expect.any(String) as string, testcode: 'fixture-0' }

it.each([
  ['an action', press, /^No button named "Save"/],
  ['an expectation', see, /"Save"/],
] as const)('%s that holds in the end would have failed early', async (_, testcode, problem) => {
  const early = { ...place, problem: expect.stringMatching(problem) as string }
  expect(await judged({ body: BODY, testcode: late(testcode) })).toEqual({
    status: 'passed',
    heard: [
      { ...early, held: false },
      { ...early, held: true },
    ],
  })
})

it.each([
  ['an action', press],
  ['an expectation', see],
] as const)('%s that does not hold in the end would have failed early', async (_, testcode) => {
  const { status, heard } = await judged({ body: BODY, testcode })
  expect({ status, held: heard.map(({ held }) => held) }).toEqual({ status: 'failed', held: [false] })
})

it('nothing is reported of a page that holds what is expected', async () => {
  const testcode: Fixture['testcode'] = async (given) => {
    await press(given)
    await see(given)
  }
  expect(await judged({ body: '<button>Save</button>', testcode })).toEqual({ status: 'passed', heard: [] })
})
