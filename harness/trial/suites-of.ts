import type { TrialRecord } from '../contracts/schema.ts'
import { countedSuites } from '../contracts/suites.ts'
import type { Trial } from './setup.ts'

/** What the score of a trial needs beside its verdicts, if that is more than the sum of its points. */
export function suitesOf({ mission, scoring }: Trial): Pick<TrialRecord, 'suites' | 'scoring'> {
  const suites = countedSuites(mission).map(({ id, tester, weight }) => ({ id, tester, weight }))
  return {
    ...(suites.length > 1 ? { suites } : {}),
    ...(scoring === undefined || scoring === 'pooled' ? {} : { scoring }),
  }
}
