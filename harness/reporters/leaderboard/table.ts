import type { Leaderboard } from '../../contracts/schema.ts'

type Row = Leaderboard['rows'][number]
export type BoardCell = Row['cells'][number]

/** One column of scores: a combination of mode and level, or an average. */
export interface Column {
  /** Under which head it stands, and what it is called there; the last one stands alone. */
  readonly group: 'Cascade' | 'Direct' | ''
  readonly name: string
  readonly score: (row: Row) => number | null
  /** Absent for averages. */
  readonly cell?: (row: Row) => BoardCell | undefined
}

/** The columns of the table in the paper (ProjectEval, ACL 2025 Findings): modes, levels and averages. */
export const COLUMNS: readonly Column[] = [
  combination('Cascade', 'cascade', 1),
  combination('Cascade', 'cascade', 2),
  { group: 'Cascade', name: 'Avg.', score: ({ averages }) => averages.cascade },
  combination('Direct', 'direct', 1),
  combination('Direct', 'direct', 2),
  combination('Direct', 'direct', 3),
  { group: 'Direct', name: 'Avg.', score: ({ averages }) => averages.direct },
  { group: '', name: 'All Avg.', score: ({ averages }) => averages.all },
]

function combination(group: 'Cascade' | 'Direct', mode: BoardCell['mode'], level: BoardCell['level']): Column {
  const cell = ({ cells }: Row) => cells.find((each) => each.mode === mode && each.level === level)
  return { group, name: `Level ${String(level)}`, cell, score: (row) => cell(row)?.score ?? null }
}

/** A share as percentage points with two digits, as the paper has them; a dash where it is unknown. */
export function points(score: number | null): string {
  return score === null ? '–' : (score * 100).toFixed(2)
}

/** Stands before a score that is only a lower bound. */
export function atLeast(cell: BoardCell | undefined): string {
  return (cell?.unjudged ?? 0) > 0 ? '≥ ' : ''
}

function unjudgedNotes(cells: readonly BoardCell[]): string[] {
  const sum = (of: (cell: BoardCell) => number) => cells.reduce((all, cell) => all + of(cell), 0)
  const unjudged = sum((cell) => cell.unjudged)
  if (unjudged === 0) return []
  const all = sum(({ points: each }) => each)
  return [`≥ At least: ${unjudged} of ${all} points are unjudged and count as not passed, also in averages and ranks.`]
}

/** What has to be said below the table. */
export function footnotes({ rows }: Leaderboard): string[] {
  const cells = rows.flatMap((row) => row.cells)
  const several = cells.some(({ samples }) => samples > 1)
  return [
    'Points passed of 100. An average is shown where everything that it covers is there.',
    ...unjudgedNotes(cells),
    ...(several ? ['Several samples are pooled; the best one is never taken for the score.'] : []),
    ...(cells.some(({ incomplete }) => incomplete) ? ['* Incomplete: some trials have not ended.'] : []),
  ]
}
