/** Shared by the tests of early-watch. */
import { expect, it } from 'vitest'
import type { EarlyFailure } from '../../../harness/contracts/types.ts'
import { judgeFixture, type Fixture } from './bed.ts'

export async function judged(fixture: Fixture, onEarlyFailure?: () => void) {
  const heard: EarlyFailure[] = []
  const { status } = await judgeFixture(fixture, {
    patience: 'full',
    onEarlyFailure: (early) => {
      heard.push(early)
      onEarlyFailure?.()
    },
  })
  return { status, heard: heard.map(({ mission: _, milliseconds: __, ...early }) => early) }
}

export const press: Fixture['testcode'] = ({ page }) => page.getByRole('button', { name: 'Save' }).click()
export const see: Fixture['testcode'] = ({ page, expect: claim }) => claim(page.getByText('Save')).toBeVisible()
export const BODY = '<p>Nothing</p>'

export const THAT_HOLDS_IN_THE_END_CASES = [
  ['an action', press, /^No button named "Save"/],
  ['an expectation', see, /"Save"/],
] as const

export function thatHoldsInTheEnd(cases: readonly (typeof THAT_HOLDS_IN_THE_END_CASES)[number][]): void {
  it.each(cases)('%s that holds in the end would have failed early', async (_, testcode, problem) => {
    const early = { testcode: 'fixture-0', problem: expect.stringMatching(problem) as string }
    let report: () => void = () => undefined
    const reported = new Promise<void>((resolve) => {
      report = resolve
    })
    // The testcode adds the button itself, once it would have failed: nothing on the page announces it.
    const late: Fixture['testcode'] = async (given) => {
      const adds = reported.then(() => given.page.evaluate(`document.body.innerHTML = '<button>Save</button>'`))
      await testcode(given)
      await adds
    }
    const { status, heard } = await judged({ body: BODY, testcode: late }, () => {
      report()
    })
    expect({ status, heard }).toEqual({
      status: 'passed',
      heard: [
        { ...early, kind: 'waits' },
        { ...early, kind: 'held' },
      ],
    })
  })
}
