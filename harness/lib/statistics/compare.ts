import type { Comparison, TrialRecord } from '../../contracts/schema.ts'
import { differenceInterval } from './bootstrap.ts'
import { changesOf } from './changes.ts'
import { differenceError, pairUp, pooledDifference, pooledScore, type Tally, type Pair } from './clusters.ts'
import { ALPHA, detectableDifference, missionsNeeded } from './detectable.ts'
import { enoughFor, fewestSamples, spreadOf } from './enough.ts'
import { holm } from './holm.ts'
import { differingPairs, permutationTest } from './permutation.ts'
import { sentenceOf } from './sentence.ts'
import { suiteScores } from './suites.ts'
import { pointsOfTrials } from './trial-score.ts'
import { clustersOf } from './tries.ts'

/** All trials of one agent at one level in one mode. */
export interface Side {
  /** Its name in sentences and tables. */
  readonly name: string
  readonly trials: readonly TrialRecord[]
}

/**
 * Compares each pair of sides on the missions in which both have points. Unjudged points count as not passed. p values are
 * Holm-corrected for the number of comparisons.
 */
export function compareAll(pairs: readonly (readonly [Side, Side])[]): Comparison[] {
  const matched = pairs.map(([a, b]) => pairUp(clustersOf(a.trials), clustersOf(b.trials)))
  const tests = matched.map((each) => permutationTest(each))
  const tested = tests.filter((test) => test !== null)
  const corrected = holm(tested.map(({ p }) => p))
  return pairs.map(([a, b], index) => {
    const shared = matched[index] ?? []
    const test = tests[index]
    const at = test ? tested.indexOf(test) : -1
    return comparison(a, b, shared, {
      p: test?.p ?? null,
      corrected: corrected[at] ?? null,
      exact: test?.exact ?? true,
      comparisons: tested.length,
    })
  })
}

function scoreOf(tallies: readonly Tally[], trials: readonly TrialRecord[]): Omit<Comparison['a'], 'name'> {
  const { total, unjudged } = pointsOfTrials(trials)
  return { score: pooledScore(tallies), unjudged, points: total }
}

/** Suites that both sides have. */
function suitesOf(a: readonly TrialRecord[], b: readonly TrialRecord[]): Pick<Comparison, 'suites'> {
  const others = new Map(suiteScores(b).map((suite) => [suite.id, suite]))
  const suites = suiteScores(a).flatMap(({ id, weight, score }) => {
    const other = others.get(id)
    return other ? [{ id, weight: weight === other.weight ? weight : null, a: score, b: other.score }] : []
  })
  return suites.length === 0 ? {} : { suites }
}

/** Null if the difference is shown already, or if there is none. */
function enough(
  shared: readonly Pair[],
  a: readonly TrialRecord[],
  b: readonly TrialRecord[],
  { corrected, comparisons }: Pick<Comparison, 'corrected' | 'comparisons'>,
): Comparison['enough'] {
  const difference = pooledDifference(shared)
  const spread = spreadOf(a, b)
  if (spread === null || difference === null || difference === 0 || (corrected !== null && corrected < ALPHA))
    return null
  const now = { missions: shared.length, samples: fewestSamples([a, b]) }
  return enoughFor(difference, spread, now, { comparisons })
}

function comparison(
  a: Side,
  b: Side,
  shared: readonly Pair[],
  test: Pick<Comparison, 'p' | 'corrected' | 'exact' | 'comparisons'>,
): Comparison {
  const { comparisons } = test
  const missions = new Set(shared.map(({ mission }) => mission))
  const onShared = (side: Side) => side.trials.filter(({ trial }) => missions.has(trial.mission))
  const numbers = {
    a: {
      name: a.name,
      ...scoreOf(
        shared.map((pair) => pair.a),
        onShared(a),
      ),
    },
    b: {
      name: b.name,
      ...scoreOf(
        shared.map((pair) => pair.b),
        onShared(b),
      ),
    },
    missions: shared.length,
    differing: differingPairs(shared).length,
    difference: pooledDifference(shared),
    interval: differenceInterval(shared),
    ...test,
    distinguishable: test.corrected !== null && test.corrected < ALPHA,
    detectable: detectableDifference(differenceError(shared), shared.length, { comparisons }),
    enough: enough(shared, onShared(a), onShared(b), test),
    missionsNeeded: missionsNeeded({ comparisons }),
    ...suitesOf(onShared(a), onShared(b)),
    changes: changesOf(a.trials, b.trials),
  }
  return { ...numbers, sentence: sentenceOf(numbers) }
}
