/** Tests whose process cannot end them: the judge does. */
import { expect, it } from 'vitest'
import type { Ran } from '../../../harness/testers/pytest/run.ts'
import { endedEarly } from '../../../harness/testers/pytest/verdicts.ts'

it('says of a test after the last run that it never began', () => {
  const ran = { overdue: 3, measured: { errors: '' } } as Ran
  expect(endedEarly(ran)).toMatchObject({
    status: 'timeout',
    reason: 'it never began, because tests before it took longer than they may',
  })
})
