import type { TrialRecord } from '../contracts/schema.ts'
import { countedSuites } from '../contracts/suites.ts'
import type { Trial } from './setup.ts'

/** The fields that the score of a trial needs besides its verdicts, unless the score is the share of its points. */
export function suitesOf({ mission, scoring = mission.scoring }: Trial): Pick<TrialRecord, 'suites' | 'scoring'> {
  const suites = countedSuites(mission).map(({ id, tester, weight }) => ({ id, tester, weight }))
  return {
    ...(suites.length > 1 ? { suites } : {}),
    ...(scoring === undefined || scoring === 'pooled' ? {} : { scoring }),
  }
}
