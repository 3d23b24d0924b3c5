/** Shared by the tests of run. */
import { type Status, type Summary } from '../../harness/contracts/schema.ts'
import { summarise } from '../../harness/run/summary.ts'
import { keyOf, recordOf, runOf } from '../helpers.ts'

export const MISSION = 'text-adventure'

export const summaryOf = (statuses: readonly Status[], changes: Partial<Summary> = {}): Summary => {
  const key = keyOf()
  return {
    ...summarise(runOf([key]), [recordOf(key, statuses)], { folder: '/r', report: '/r', seconds: 1 }),
    ...changes,
  }
}
