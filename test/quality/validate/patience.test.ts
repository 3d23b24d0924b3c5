import { expect, it } from 'vitest'
import type { EarlyFailure } from '../../../harness/contracts/types.ts'
import { EarlyFailures, patienceClaim, patienceText } from '../../../harness/quality/validate/patience.ts'

function heard(...kinds: readonly EarlyFailure['kind'][]) {
  const failures = new EarlyFailures()
  const place = { mission: 'todo', testcode: 'add-task', problem: 'No button appeared\nCall log' }
  for (const kind of kinds) failures.hear({ ...place, kind, milliseconds: kind === 'held' ? 2345 : undefined })
  return failures.result
}

it('holds if expectations waited, and their testcodes failed by them', () => {
  expect(patienceClaim(heard('waits', 'waits'))).toMatchObject({
    holds: true,
    figure: '0 of 2 expectations that would have failed early held later, 0 unknown',
  })
  expect(patienceText(heard('waits'))).toBe('')
})

it('does not hold if an expectation held in the end, and names it with its problem', () => {
  const wrong = heard('waits', 'waits', 'held')
  expect(patienceClaim(wrong)).toMatchObject({ holds: false, figure: expect.stringMatching(/^1 of 2 /) as string })
  expect(patienceText(wrong)).toBe('todo: add-task would have failed early (No button appeared), but held after 2.3 s')
})

it('does not hold if a testcode continued', () => {
  const unknown = heard('waits', 'went-on')
  expect(patienceClaim(unknown)).toMatchObject({
    holds: false,
    figure: expect.stringMatching(/, 1 unknown$/) as string,
  })
  expect(patienceText(unknown)).toContain('todo: add-task would have failed early (No button appeared), but continued')
})

it('is not tried if nothing waited', () => {
  expect(patienceClaim(heard())).toMatchObject({ figure: 'not tried', tried: false })
})
