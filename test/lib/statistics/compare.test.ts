import { variantOf } from '../../../harness/contracts/variants.ts'
import { describe, expect, it } from 'vitest'
import { comparisonSchema, type Status, type TrialRecord } from '../../../harness/contracts/schema.ts'
import { compareAll, type Side } from '../../../harness/lib/statistics/compare.ts'
import {
  nameSides,
  incompatibilities,
  pairSides,
  sidesOf,
  type RunSide,
} from '../../../harness/lib/statistics/sides.ts'
import { sentenceOf } from '../../../harness/lib/statistics/sentence.ts'
import { keyOf, recordOf, runOf } from '../../helpers.ts'

/** A side with these numbers of passed points, of ten per mission. */
function side(name: string, passed: readonly number[]): Side {
  const trials = passed.map((count, index) =>
    recordOf(keyOf({ mission: `m${String(index)}`, agent: name }), [
      ...Array.from({ length: count }, (): Status => 'passed'),
      ...Array.from({ length: 10 - count }, (): Status => 'failed'),
    ]),
  )
  return { name, trials }
}

const one = (a: Side, b: Side) => {
  const [comparison] = compareAll([[a, b]])
  if (!comparison) throw new Error('one pair gives one comparison')
  return comparison
}

describe('the sentence', () => {
  it('never asks for more points than there are', () => {
    const { detectable, sentence } = one(side('A', [10, 0, 10, 0, 10, 0, 10]), side('B', [0, 10, 0, 10, 0, 10, 0]))
    expect(detectable).toBeGreaterThan(1)
    expect(sentence).toMatch(/: not distinguishable with 7 missions; no difference would be\.$/)
  })

  it('gives difference, confidence and detectable difference', () => {
    const [a, b] = [
      [9, 7, 8, 3, 6, 10, 4, 7, 8, 5, 9, 2, 6, 7, 8, 9, 3, 6, 5, 7],
      [8, 8, 5, 5, 6, 9, 6, 4, 8, 6, 6, 4, 5, 7, 5, 9, 5, 6, 4, 6],
    ]
    const comparison = one(side('A', a), side('B', b))
    expect(comparison.sentence).toBe(
      'B scores 3.5 points below A (95% CI −11.5 to 4.5, p = 0.44): not distinguishable with 20 missions; 12 points would be; to show this difference: 173 more missions.',
    )
    // The twenty differences have a mean of 3.5 and a standard error of 3.86 points; times 2.093 + 0.861 that is 11.4.
    expect(comparison.detectable).toBeCloseTo(0.114, 4)
    expect(comparison.difference).toBeCloseTo(0.035, 12)
    expect(one(side('B', b), side('A', a)).sentence).toMatch(
      /^A scores 3\.5 points above B \(95% CI −4\.5 to 11\.5, p = 0\.44\)/,
    )
  })

  it('gives no detectable difference if the difference is distinguishable', () => {
    const comparison = one(side('A', [9, 8, 9, 7, 9, 8, 10]), side('B', [5, 4, 6, 5, 2, 4, 5]))
    expect(comparison).toMatchObject({ p: 2 / 2 ** 7, exact: true, distinguishable: true, missions: 7 })
    expect(comparison.sentence).toMatch(
      /^B scores 41\.4 points below A \(95% CI −\d+\.\d to −\d+\.\d, p = 0\.016\): distinguishable with 7 missions\.$/,
    )
  })

  it('gives the number of missions needed if there are too few', () => {
    const comparison = one(side('A', [10, 9, 10, 8, 10]), side('B', [0, 1, 0, 0, 2]))
    expect(comparison).toMatchObject({ p: 2 / 2 ** 5, distinguishable: false, detectable: null, missionsNeeded: 6 })
    expect(comparison.sentence).toMatch(
      /^B scores 88\.0 points below A \(they differ in 5 missions; it takes 6 to exclude chance\): not distinguishable with 5 missions; to show this difference: 1 more mission\.$/,
    )
  })

  it('shows neither interval nor p value if too few missions differ, however many there are', () => {
    const [a, b] = [side('A', [9, 9, 9, 9, 9, 9, 9, 9]), side('B', [7, 8, 9, 9, 9, 9, 9, 9])]
    const comparison = one(a, b)
    expect(comparison).toMatchObject({ missions: 8, differing: 2, p: 0.5 })
    expect(comparison.interval).not.toBeNull()
    expect(comparison.sentence).toBe(
      'B scores 3.7 points below A (they differ in 2 missions; it takes 6 to exclude chance): not distinguishable with 8 missions; to show this difference: 25 more missions.',
    )
  })

  it('says that the p value decides if the interval seems to contradict it', () => {
    const numbers = one(side('A', [9, 8, 9, 7, 9, 8, 10]), side('B', [5, 4, 6, 5, 2, 4, 5]))
    expect(numbers.sentence).not.toContain('decides')
    expect(sentenceOf({ ...numbers, comparisons: 3, corrected: 0.06, distinguishable: false })).toMatch(
      / The interval does not contain 0, but the p value decides: the interval is approximate and not corrected for several comparisons\.$/,
    )
    const around = { low: -0.01, high: 0.2, level: 0.95, method: 'bootstrap' as const }
    expect(sentenceOf({ ...numbers, interval: around })).toMatch(
      / The interval contains 0, but the p value decides: the interval is approximate\.$/,
    )
  })

  it('has no interval if missions do not vary', () => {
    const same = one(side('A', [5, 6, 7, 8, 9, 4]), side('B', [5, 6, 7, 8, 9, 4]))
    expect(same.sentence).toBe('A and B have the same points in all 6 missions.')
    const apart = one(side('A', [5, 6, 7]), side('B', [4, 5, 6]))
    expect(apart).toMatchObject({ interval: null, p: 0.25 })
  })

  it('counts unjudged points as not passed, even in a mission without judged points, and says so', () => {
    const honest = side('honest', [6, 6, 6])
    const cheat = side('cheat', [6, 5, 0])
    const unjudged = cheat.trials.map((trial) => ({
      ...trial,
      verdicts: trial.verdicts.map((verdict) =>
        verdict.status === 'failed' ? { ...verdict, status: 'unjudged' as const } : verdict,
      ),
      runnable:
        trial.runnable.status === 'failed' ? { ...trial.runnable, status: 'unjudged' as const } : trial.runnable,
    }))
    const comparison = one(honest, { name: 'cheat', trials: unjudged })
    expect(comparison).toMatchObject({ missions: 3, a: { score: 0.6, unjudged: 0 }, b: { points: 30, unjudged: 19 } })
    expect(comparison.b.score).toBeCloseTo(11 / 30, 12)
    expect(comparison.sentence).toMatch(/ Unjudged, and counted as not passed: 19 of 30 points of cheat\.$/)
    expect(comparison.changes.broken).toEqual([])
  })

  it('counts only missions that both sides have', () => {
    const [a, b] = [side('A', [10, 10, 10]), side('B', [0, 10])]
    expect(one(a, b)).toMatchObject({ missions: 2, difference: 0.5 })
    const nothing = one(side('A', []), b)
    expect(nothing).toMatchObject({ missions: 0, difference: null, interval: null, p: null, distinguishable: false })
    expect(nothing.sentence).toBe('A and B have no mission in common: nothing can be said.')
    expect(comparisonSchema.parse(nothing)).toEqual(nothing)
  })

  it('rounds neither p to zero nor a difference to minus zero', () => {
    const numbers = one(side('A', [5, 6, 7]), side('B', [5, 6, 7]))
    expect(sentenceOf({ ...numbers, differing: 6, difference: -0.0004, corrected: 0.00004 })).toMatch(
      /^A and B score the same \(.*p < 0\.001\)/,
    )
  })
})

describe('several comparisons', () => {
  it('are corrected together, and say so', () => {
    const sides = [
      side('A', [9, 8, 9, 7, 9, 8, 10]),
      side('B', [5, 4, 6, 5, 2, 4, 5]),
      side('C', [5, 4, 6, 5, 2, 4, 4]),
    ]
    const [a, b, c] = sides
    if (!a || !b || !c) throw new Error('there are three')
    const compared = compareAll([
      [a, b],
      [a, c],
      [b, c],
    ])
    const p = 2 / 2 ** 7
    expect(compared.map((each) => [each.p, each.corrected, each.comparisons])).toEqual([
      [p, 3 * p, 3],
      [p, 3 * p, 3],
      [1, 1, 3],
    ])
    expect(compared[0]?.sentence).toContain('p = 0.047, Holm-corrected for 3 comparisons')
    expect(compared[0]?.missionsNeeded).toBe(7)
  })
})

describe('changes', () => {
  it('are listed by testcode, over all samples, if both sides judged it', () => {
    const trials = (statuses: readonly (readonly Status[])[]): TrialRecord[] =>
      statuses.map((list, index) => recordOf(keyOf({ sample: index + 1 }), list))
    const before = trials([
      ['passed', 'failed', 'passed', 'unjudged'],
      ['passed', 'failed', 'passed', 'unjudged'],
    ])
    const after = trials([['passed', 'passed', 'failed', 'passed']])
    const { changes } = one({ name: 'A', trials: before }, { name: 'B', trials: after })
    expect(changes).toEqual({
      fixed: [{ mission: 'fixture', testcode: 'shows' }],
      broken: [{ mission: 'fixture', testcode: 'adds' }],
      same: 1,
    })
  })
})

describe('pairSides', () => {
  const run = (
    runId: string,
    agents: readonly string[],
    levels: readonly (1 | 2 | 3)[],
    modes: readonly ('direct' | 'cascade')[] = ['direct'],
  ): RunSide[] => {
    const keys = agents.flatMap((agent) =>
      levels.flatMap((level) => modes.map((mode) => keyOf({ agent, variant: variantOf(level, mode) }))),
    )
    return sidesOf({
      run: runOf(keys, { runId }),
      trials: keys.map((key) => recordOf(key, ['passed'])),
      similarities: [],
    })
  }
  const named = (pairs: readonly (readonly [RunSide, RunSide])[]) =>
    pairs.map(([a, b]) => `${a.run.runId}/${a.agent}/${a.variant} ${b.run.runId}/${b.agent}/${b.variant}`)

  it('pairs all sides of one level within a run', () => {
    expect(named(pairSides([run('r', ['x', 'y'], [1, 2])]))).toEqual([
      'r/x/L1.direct r/y/L1.direct',
      'r/x/L2.direct r/y/L2.direct',
    ])
    expect(named(pairSides([run('r', ['x'], [1], ['direct', 'cascade'])]))).toEqual(['r/x/L1.direct r/x/L1.cascade'])
    expect(pairSides([run('r', ['x'], [1, 2])])).toEqual([])
  })

  it('pairs the most similar sides between runs', () => {
    expect(named(pairSides([run('r', ['x', 'y'], [1, 2]), run('s', ['x', 'y'], [2])]))).toEqual([
      'r/x/L2.direct s/x/L2.direct',
      'r/y/L2.direct s/y/L2.direct',
    ])
    expect(named(pairSides([run('r', ['x'], [1]), run('s', ['y', 'z'], [1])]))).toEqual([
      'r/x/L1.direct s/y/L1.direct',
      'r/x/L1.direct s/z/L1.direct',
    ])
    expect(named(pairSides([run('r', ['x'], [1]), run('s', ['y'], [2])]))).toEqual(['r/x/L1.direct s/y/L2.direct'])
    expect(pairSides([run('r', ['x'], [1]), run('s', ['x'], [1]), run('t', ['x'], [1])])).toHaveLength(3)
  })

  it('objects to different levels and benchmarks, and to shared missions that have changed', () => {
    const [a] = run('r', ['x'], [1])
    const [b] = run('s', ['x'], [2])
    if (!a || !b) throw new Error('each has one')
    const benchmark = {
      ...b.run.benchmark,
      name: 'other',
      missions: b.run.benchmark.missions.map((each) => ({ ...each, digest: 'new' })),
    }
    expect(incompatibilities(a, a)).toEqual([])
    expect(incompatibilities(a, { ...b, run: { ...b.run, benchmark } })).toEqual([
      'the benchmarks differ (native and other)',
      'the digests of shared missions differ (fixture)',
      'the levels differ (1 and 2)',
    ])
    const elsewhere = benchmark.missions.map((each) => ({ ...each, id: 'another' }))
    expect(
      incompatibilities(a, { ...a, run: { ...a.run, benchmark: { ...a.run.benchmark, missions: elsewhere } } }),
    ).toEqual([])
  })

  it('objects to different embedders and protocols, if both are known', () => {
    const [a] = run('r', ['x'], [1])
    if (!a) throw new Error('there is one')
    const by = (...embedders: string[]): RunSide => ({ ...a, embedders })
    expect(incompatibilities(by('lexical-1'), by('lexical-1'))).toEqual([])
    expect(incompatibilities(by('lexical-1'), by())).toEqual([])
    expect(incompatibilities(by('lexical-1'), by('model 12ab'))).toEqual([
      'the embedders differ (lexical-1 and model 12ab)',
    ])
    const paper = { ...a, run: { ...a.run, settings: { ...a.run.settings, protocol: 'paper' as const } } }
    expect(incompatibilities(a, paper)).toEqual(['the protocols differ (default and paper)'])
  })

  it('names sides by their differences', () => {
    const names = (a: RunSide | undefined, b: RunSide | undefined) =>
      a && b ? nameSides(a, b).map(({ name }) => name) : []
    const [x, y] = run('r', ['x', 'y'], [1])
    const [later] = run('s', ['x'], [1])
    const [other] = run('s', ['x'], [2], ['cascade'])
    expect(names(x, y)).toEqual(['x', 'y'])
    expect(names(x, later)).toEqual(['x (r)', 'x (s)'])
    expect(names(y, other)).toEqual(['y level 1 direct', 'x level 2 cascade'])
  })

  it('distinguishes each pair from the others that are shown with it', () => {
    const pairs = pairSides([run('r', ['x', 'y'], [1, 2])])
    expect(pairs.map(([a, b]) => nameSides(a, b, pairs.flat()).map(({ name }) => name))).toEqual([
      ['x level 1', 'y level 1'],
      ['x level 2', 'y level 2'],
    ])
    const three = pairSides([run('r', ['x'], [1]), run('s', ['y'], [1]), run('t', ['x'], [1])])
    expect(three.map(([a, b]) => nameSides(a, b, three.flat()).map(({ name }) => name))).toEqual([
      ['x (r)', 'y'],
      ['x (r)', 'x (t)'],
      ['y', 'x (t)'],
    ])
  })
})
