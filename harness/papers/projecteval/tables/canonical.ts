/** The row of ProjectEval in tables 1, 2 and 6: its missions and their canonical solutions. */
import { mean, type TableContent } from '../../../lib/statistics/paper-table.ts'
import type { RunData } from '../../../lib/statistics/sides.ts'
import { pluralise } from '../../../lib/wording/count.ts'

/** Missions of the paper. */
export const MISSIONS = 20

export function canonicalSizes(runs: readonly RunData[]): TableContent {
  const missions = new Map(runs.flatMap(({ run }) => run.benchmark.missions.map((each) => [each.id, each] as const)))
  const average = (name: string) =>
    mean(
      [...missions.values()].map(({ details = {} }) => {
        const value = details[name]
        return typeof value === 'number' ? value : null
      }),
    )
  const unknown = [...missions.values()].filter(({ details }) => details === undefined).length
  return {
    of: 'Benchmark',
    columns: [
      { group: '', name: '#Tasks', digits: 0 },
      { group: '', name: '#Tests', digits: 1 },
      { group: '', name: '#LOC', digits: 2 },
      { group: '', name: '#Tokens', digits: 1 },
    ],
    rows: [{ name: 'ProjectEval', cells: [missions.size, average('tests'), average('lines'), average('tokens')] }],
    notes: [
      'Averages of a mission. Tests have the runnable point among them; lines are all lines of the canonical code. Tokens are words and' +
        ' signs: the paper does not name its tokenizer. The other benchmarks of these tables are not measured here.',
      ...(missions.size < MISSIONS ? [`Of the missions of these runs; the benchmark has ${String(MISSIONS)}.`] : []),
      ...(unknown > 0
        ? [`${pluralise(unknown, 'mission')} without a size: runs of an older version did not record it.`]
        : []),
    ],
  }
}
