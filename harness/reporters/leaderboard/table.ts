import type { Leaderboard } from '../../contracts/schema.ts'
import { pointsText } from '../../contracts/points.ts'
import { levelAndMode } from '../../contracts/variants.ts'
import { groupBy } from '../../lib/collections/group-by.ts'

type Row = Leaderboard['rows'][number]
export type BoardCell = Row['cells'][number]

/** One column of scores: a combination of mode and level, or an average. */
export interface Column {
  /** Heading above a group of columns; empty for a column that stands alone. */
  readonly group: 'Cascade' | 'Direct' | ''
  readonly name: string
  readonly score: (row: Row) => number | null
  /** Absent for averages. */
  readonly cell?: (row: Row) => BoardCell | undefined
}

/** The columns of the table in the paper (ProjectEval, ACL 2025 Findings): modes, levels and averages. */
const PAPER: readonly Column[] = [
  column('Cascade', 'Level 1', 'L1.cascade'),
  column('Cascade', 'Level 2', 'L2.cascade'),
  { group: 'Cascade', name: 'Avg.', score: ({ averages }) => averages.cascade },
  column('Direct', 'Level 1', 'L1.direct'),
  column('Direct', 'Level 2', 'L2.direct'),
  column('Direct', 'Level 3', 'L3.direct'),
  { group: 'Direct', name: 'Avg.', score: ({ averages }) => averages.direct },
]

const AVERAGE: Column = { group: '', name: 'All Avg.', score: ({ averages }) => averages.all }

/** The columns of the paper if there is a variant of ProjectEval, then one for each other variant, then the average of all. */
export function columnsOf({ rows }: Leaderboard): readonly Column[] {
  const variants = [...new Set(rows.flatMap(({ cells }) => cells.map(({ variant }) => variant)))]
  const others = variants.filter((variant) => levelAndMode(variant) === undefined)
  return [
    ...(others.length === variants.length && variants.length > 0 ? [] : PAPER),
    ...others.map((variant) => column('', variant, variant)),
    // Of one variant, the average is its score.
    ...(others.length === 1 && variants.length === 1 ? [] : [AVERAGE]),
  ]
}

/** Whether the table has the column of output formats: it is one of the paper, and otherwise shown if an agent has one. */
export function hasFormats(board: Leaderboard): boolean {
  const isPaper = columnsOf(board).some(({ group }) => group !== '')
  return isPaper || board.rows.some(({ outputFormat }) => outputFormat !== null)
}

function column(group: Column['group'], name: string, variant: string): Column {
  const cell = ({ cells }: Row) => cells.find((each) => each.variant === variant)
  return { group, name, cell, score: (row) => cell(row)?.score ?? null }
}

/** An agent with its version. */
export function nameOf({ agent, version }: Pick<Row, 'agent' | 'version'>): string {
  return version === undefined ? agent : `${agent} ${version}`
}

/** A share as percentage points with two digits, as in the paper; a dash if it is unknown. */
export function points(score: number | null): string {
  return score === null ? '–' : (score * 100).toFixed(2)
}

/** The prefix of a score that is only a lower bound. */
export function atLeast(cell: BoardCell | undefined): string {
  return cell?.upper === undefined && (cell?.unjudged ?? 0) === 0 ? '' : '≥ '
}

function unjudgedNotes(cells: readonly BoardCell[]): string[] {
  const sum = (of: (cell: BoardCell) => number) => cells.reduce((all, cell) => all + of(cell), 0)
  const unjudged = sum((cell) => cell.unjudged)
  if (unjudged === 0)
    return cells.some(({ upper }) => upper !== undefined)
      ? ['≥ At least: suites of which everything is excluded keep their weight, and count as not passed.']
      : []
  const all = sum(({ points: each }) => each)
  return [
    `≥ At least: ${pointsText(unjudged)} of ${pointsText(all)} points ${unjudged === 1 ? 'is unjudged and counts' : 'are unjudged and count'} as not passed, also in averages and ranks.`,
  ]
}

function unscoredNotes(cells: readonly BoardCell[]): string[] {
  const all = [...new Set(cells.flatMap(({ unscored = [] }) => unscored.flatMap(({ missions }) => missions)))]
  return all.length === 0
    ? []
    : [`Not in the scores, because nothing of a part of them can be judged: ${all.toSorted().join(', ')}.`]
}

/** A column for each suite of each variant, after the columns of the scores; empty if missions have one suite. */
export function suiteColumns({ rows }: Leaderboard): readonly SuiteColumn[] {
  const columns = rows.flatMap(({ cells }) =>
    cells.flatMap(({ variant, suites = [] }) => suites.map(({ id, weight }) => ({ variant, id, weight }))),
  )
  const names = [...new Set(columns.map(({ variant, id }) => JSON.stringify([variant, id])))]
  return names.flatMap((name) => {
    const own = columns.filter(({ variant, id }) => JSON.stringify([variant, id]) === name)
    const [first] = own
    if (!first) return []
    const { variant, id } = first
    const weight = own.every((each) => each.weight === first.weight) ? first.weight : null
    const score = ({ cells }: Row) =>
      cells.find((cell) => cell.variant === variant)?.suites?.find((suite) => suite.id === id)?.score ?? null
    return [{ variant, suite: id, weight, score }]
  })
}

export interface SuiteColumn {
  readonly variant: string
  readonly suite: string
  /** Null if the weight differs between missions or runs. */
  readonly weight: number | null
  readonly score: (row: Row) => number | null
}

/** `plain, cases (weight 0.8)` */
export function suiteColumnName({ variant, suite, weight }: SuiteColumn): string {
  return `${variant}, ${suite}${weight === null ? '' : ` (weight ${pointsText(weight)})`}`
}

/** Marks a name in a text, as Markdown does. */
export type Quote = (name: string) => string

const plain: Quote = (name) => name

/** The footnotes of the table. */
export function footnotes(board: Leaderboard, quote: Quote = plain): string[] {
  const { rows, scoring } = board
  const cells = rows.flatMap((row) => row.cells)
  const several = cells.some(({ samples }) => samples > 1)
  return [
    `${scoring === 'mean' ? 'Mean scores of the missions, of 100' : 'Points passed of 100'}. An average is shown where everything that it covers is there.`,
    ...missingNotes(board, quote),
    ...unjudgedNotes(cells),
    ...unscoredNotes(cells),
    ...(several ? ['Several samples are pooled; the best one is never taken for the score.'] : []),
    ...pooledNotes(board, quote),
    ...(cells.some(({ incomplete }) => incomplete) ? ['* Incomplete: some trials have not ended.'] : []),
  ]
}

/** Names the variants and missions that agents lack, and says how the agents are ranked nevertheless. */
function missingNotes({ rows, rankedBy }: Leaderboard, quote: Quote): string[] {
  const lacks = rows.flatMap((row) => {
    const { missing } = row
    if (missing === undefined) return []
    const { variants, missions } = missing
    const parts = [
      ...(variants.length === 0 ? [] : [some(variants, quote)]),
      ...(missions.length === 0 ? [] : [`the missions ${some(missions, quote)}`]),
    ]
    return [`${quote(nameOf(row))} lacks ${parts.join(' and ')}`]
  })
  if (lacks.length === 0) return []
  return [...rankedNotes(rankedBy, quote), `Not everything is there: ${lacks.join('; ')}.`]
}

function rankedNotes(variants: Leaderboard['rankedBy'], quote: Quote): string[] {
  if (variants === undefined) return []
  if (variants.length > 0) return [`Ranked by the mean of what every agent has: ${some(variants, quote)}.`]
  return ['Ranked by the mean of the scores that each agent has: no variant is there for every agent.']
}

/** One line for the agents that pool the same runs. */
export function pooledNotes({ rows }: Pick<Leaderboard, 'rows'>, quote: Quote = plain): string[] {
  const pooled = rows.filter(({ runs }) => runs.length > 1)
  const groups = groupBy(pooled, ({ runs }) => JSON.stringify(runs))
  return [...groups.values()].flatMap((group) => {
    const { runs = [] } = group[0] ?? {}
    return [`The runs ${some(runs, quote)} are pooled for ${some(group.map(nameOf), quote)}.`]
  })
}

const MOST_NAMES = 6

function some(names: readonly string[], quote: Quote): string {
  const shown = names.slice(0, MOST_NAMES).map(quote).join(', ')
  return names.length <= MOST_NAMES ? shown : `${shown} and ${String(names.length - MOST_NAMES)} more`
}
