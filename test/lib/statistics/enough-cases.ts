import type { Status, TrialRecord } from '../../../harness/contracts/schema.ts'
import type { Random } from '../../../harness/lib/statistics/random.ts'
import { keyOf, recordOf } from '../../helpers.ts'

const POINTS = 12

export function trial(mission: number, sample: number, passed: number, variant = 'L1.direct'): TrialRecord {
  const statuses = Array.from({ length: POINTS }, (_, index): Status => (index < passed ? 'passed' : 'failed'))
  return recordOf(keyOf({ mission: `m${String(mission)}`, sample, variant }), statuses)
}

function binomial(random: Random, share: number): number {
  return Array.from({ length: POINTS }, () => random()).filter((draw) => draw < share).length
}

interface World {
  readonly missions: number
  readonly samples: number
  readonly difference: number
  /** The difference of a mission is this far from the mean at most. */
  readonly apart: number
}

/** Two versions on missions that are easy or hard for both. */
export function versions(
  { missions, samples, difference, apart }: World,
  random: Random,
): [TrialRecord[], TrialRecord[]] {
  const sides: [TrialRecord[], TrialRecord[]] = [[], []]
  for (let mission = 0; mission < missions; mission += 1) {
    const ease = 0.3 + 0.4 * random()
    const shift = difference + 2 * apart * (random() - 0.5)
    for (let sample = 1; sample <= samples; sample += 1) {
      sides[0].push(trial(mission, sample, binomial(random, ease - shift / 2)))
      sides[1].push(trial(mission, sample, binomial(random, ease + shift / 2)))
    }
  }
  return sides
}
