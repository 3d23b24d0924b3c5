import type { Summary, TrialRecord } from '../../contracts/schema.ts'

type Excluded = NonNullable<Summary['excluded']>

/** Bounds for a benchmark that gives each testcode a reason of its own. */
const MOST_REASONS = 500
const LONGEST_REASON = 300

/** Testcodes that are in no denominator, by mission and reason, most testcodes first. Each counts once, however many trials it has. */
export function excludedOf(trials: readonly TrialRecord[]): Excluded {
  const found = new Map<string, { readonly mission: string; readonly reason: string; readonly ids: Set<string> }>()
  for (const { trial, verdicts } of trials)
    for (const { testcode, status, reason = '' } of verdicts) {
      if (status !== 'excluded') continue
      const key = JSON.stringify([trial.mission, reason])
      const entry = found.get(key) ?? { mission: trial.mission, reason, ids: new Set() }
      entry.ids.add(testcode)
      found.set(key, entry)
    }
  return [...found.values()]
    .toSorted((a, b) => b.ids.size - a.ids.size || (a.mission < b.mission ? -1 : a.mission > b.mission ? 1 : 0))
    .slice(0, MOST_REASONS)
    .map(({ mission, reason, ids }) => ({ mission, reason: reason.slice(0, LONGEST_REASON), testcodes: ids.size }))
}

/**
 * Testcodes that are in no denominator, each once, however many agents and samples there were. The summary of an older run, and
 * one with too many reasons to list, has only the number of verdicts.
 */
export function excludedTestcodes({ excluded = [], testcodes }: Pick<Summary, 'excluded' | 'testcodes'>): number {
  const listed = excluded.reduce((sum, reason) => sum + reason.testcodes, 0)
  return listed === 0 || excluded.length >= MOST_REASONS ? testcodes.excluded : listed
}
