import { expect, it } from 'vitest'
import type { EarlyFailure } from '../../../harness/contracts/types.ts'
import { EarlyFailures, patienceClaim, patienceText } from '../../../harness/quality/validate/patience.ts'

function heard(...heldAfter: readonly (number | undefined)[]) {
  const failures = new EarlyFailures()
  const place = { mission: 'todo', testcode: 'add-task', problem: 'No button appeared\nCall log' }
  heldAfter.forEach((after) => {
    const early: EarlyFailure = { ...place, heldAfter: after }
    failures.hear(early)
  })
  return failures.result
}

it('holds if expectations waited, and none of them held in the end', () => {
  expect(patienceClaim(heard(undefined, undefined))).toMatchObject({
    holds: true,
    figure: '0 of 2 expectations that would have failed early held later',
  })
  expect(patienceText(heard(undefined))).toBe('')
})

it('does not hold if an expectation held in the end, and names it with its problem', () => {
  const wrong = heard(undefined, undefined, 2345)
  expect(patienceClaim(wrong)).toMatchObject({ holds: false, figure: expect.stringMatching(/^1 of 2 /) as string })
  expect(patienceText(wrong)).toBe('todo: add-task would have failed early (No button appeared), but held after 2.3 s')
})

it('is not tried if nothing waited', () => {
  expect(patienceClaim(heard())).toMatchObject({ figure: 'not tried', tried: false })
})
