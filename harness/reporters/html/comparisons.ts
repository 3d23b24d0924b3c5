import type { Comparison, TrialRecord, Verdict } from '../../contracts/schema.ts'
import { compareAll } from '../../lib/statistics/compare.ts'
import { incompatibilities, type RunSide } from '../../lib/statistics/sides.ts'
import type { ComparisonView, GroupInfo } from './data.ts'
import { certainScore } from '../percent.ts'
import { omit } from './omit.ts'

/** If there are more groups than this, each is only compared with the best: testing all pairs would take minutes. */
const MOST_GROUPS = 10

/** A run, and the embedders of its similarities. */
export type ComparedRun = Pick<RunSide, 'run' | 'embedders'>

/** Collects the statuses of each group, without the evidence, and compares the groups. */
export class Comparisons {
  readonly #trials: TrialRecord[][] = []
  readonly #verdicts = new Map<string, Verdict>()

  add(group: number, record: TrialRecord): void {
    const trials = (this.#trials[group] ??= [])
    trials.push({
      ...record,
      runnable: this.#bare(record.runnable),
      verdicts: record.verdicts.map((verdict) => this.#bare(verdict)),
      log: '',
      stages: {},
    })
  }

  /**
   * Compares every pair; A is the group that is higher in the table. A pair that is not comparable carries the reasons. Such pairs
   * are a separate family, so that they do not weaken the others when p is corrected.
   */
  compare(groups: readonly GroupInfo[], runs: readonly ComparedRun[]): ComparisonView[] {
    const sides = groups.map((group, index) => this.#side(group, index, runs))
    const pairs = pairsOf(groups).map(([a, b]) => ({ a, b, forced: forcedOf(sides[a], sides[b]) }))
    return [true, false].flatMap((fair) => {
      const family = pairs.filter(({ forced }) => (forced.length === 0) === fair)
      const compared = compareAll(family.map(({ a, b }) => [named(groups, sides, a), named(groups, sides, b)]))
      return family.map((pair, index) => ({ ...pair, ...withoutChanges(compared[index]) }))
    })
  }

  #side({ agent, variant, run }: GroupInfo, index: number, runs: readonly ComparedRun[]): RunSide {
    return { ...(runs[run] ?? missing()), agent, variant, trials: this.#trials[index] ?? [] }
  }

  /** Shares equal verdicts: runs of thousands of trials have few different ones. */
  #bare({ testcode, suite, status, points }: Verdict): Verdict {
    const name = JSON.stringify([testcode, suite, status, points])
    const own = suite === undefined ? {} : { suite }
    const known = this.#verdicts.get(name) ?? { testcode, ...own, status, points, milliseconds: 0, evidence: {} }
    this.#verdicts.set(name, known)
    return known
  }
}

function pairsOf(groups: readonly GroupInfo[]): [number, number][] {
  const best = groups.reduce((top, group, index) => (rank(group) > rank(groups[top]) ? index : top), 0)
  const all = groups.flatMap((_, a) => groups.slice(a + 1).map((_group, after): [number, number] => [a, a + 1 + after]))
  return groups.length > MOST_GROUPS ? all.filter((pair) => pair.includes(best)) : all
}

function rank(group: GroupInfo | undefined): number {
  return (group && certainScore(group)) ?? -1
}

function forcedOf(a: RunSide | undefined, b: RunSide | undefined): string[] {
  if (!a || !b) return missing()
  return incompatibilities(a, b)
}

function named(groups: readonly GroupInfo[], sides: readonly RunSide[], index: number) {
  return { name: groups[index]?.label.replaceAll(' · ', ' ') ?? '', trials: sides[index]?.trials ?? [] }
}

/** Drops the changed testcodes, which the page computes from the overview. */
function withoutChanges(comparison: Comparison | undefined): Omit<Comparison, 'changes' | 'a' | 'b'> {
  return comparison ? omit(omit(omit(comparison, 'changes'), 'a'), 'b') : missing()
}

function missing(): never {
  throw new TypeError('every group belongs to a run')
}
