import type { Group } from '../contracts/schema.ts'
import { pointsText } from './points.ts'

/** The difference of two equal sums of fractions in different orders. */
const ROUNDING = 1e-9

/** `97.4%`, or a dash if nothing was judged. `0%` and `100%` are never the result of rounding. */
export function percent(score: number | null): string {
  if (score === null) return '–'
  const rounded = Math.round(score * 1000) / 10
  const shown = score === 0 || score === 1 ? rounded : Math.min(99.9, Math.max(0.1, rounded))
  return `${shown.toFixed(1)}%`
}

/** The fields of a summary, or of a group, that determine its score and its bounds. */
export type Scored = Pick<Group, 'bounds' | 'points' | 'unjudged' | 'pending' | 'testcodes' | 'trials' | 'runnable'>

/**
 * The score that counts: unjudged and pending points count as failed, so that they cannot help anybody to rise in a ranking or to
 * pass a gate.
 */
export function certainScore({ bounds }: Pick<Scored, 'bounds'>): number | null {
  return bounds?.[0] ?? null
}

/** `97.4%`, `at least 97.4%` if something is unjudged or pending, or a dash if nothing was judged. */
export function scoreText(scored: Scored): string {
  const certain = certainScore(scored)
  return certain !== null && isInterval(scored) ? `at least ${percent(certain)}` : percent(certain)
}

/** `3 of 120 points are unjudged`; undefined if all were judged. */
export function unjudgedText(scored: Scored): string | undefined {
  const unjudged = unjudgedPoints(scored)
  if (unjudged === 0) return undefined
  return `${pointsText(unjudged)} of ${pointsText(allPoints(scored))} points ${unjudged === 1 ? 'is' : 'are'} unjudged`
}

/** `3 of 120 points are unjudged, and 4 are pending`; undefined if all were judged. */
export function openText(scored: Scored): string | undefined {
  const pending = pendingPoints(scored)
  const unjudged = unjudgedText(scored)
  if (pending === 0) return unjudged
  const are = `${pending === 1 ? 'is' : 'are'} pending`
  if (unjudged !== undefined) return `${unjudged}, and ${pointsText(pending)} ${are}`
  return `${pointsText(pending)} of ${pointsText(allPoints(scored))} points ${are}`
}

/** Whether a score is an interval: a suite of which everything is excluded has no open points, but keeps its weight. */
export function hasRange(bounds: Scored['bounds'] | undefined): boolean {
  return bounds !== undefined && bounds !== null && bounds[1] - bounds[0] > ROUNDING
}

function isInterval(scored: Scored): boolean {
  return openPoints(scored) > 0 || hasRange(scored.bounds)
}

/** The same, with the score that would be reached if all of them passed; undefined if all were judged. */
export function openNote(scored: Scored): string | undefined {
  const open =
    openText(scored) ?? (isInterval(scored) ? 'Suites of which everything is excluded keep their weight' : undefined)
  if (open === undefined) return undefined
  const most = scored.bounds?.[1]
  return `${open}, and counted as not passed${most === undefined ? '' : `; with all of them the score would be ${percent(most)}`}`
}

/** Missions that are not in the score, a sentence for each part that they lack. */
export function unscoredTexts({ unscored = [] }: Pick<Group, 'unscored'>): string[] {
  return unscored.map(({ missing, missions, score }) => {
    const [which, whose] =
      missions.length === 1 ? ['1 mission is', 'its'] : [`${String(missions.length)} missions are`, 'their']
    const other = missing === 'review' ? 'execution' : 'review'
    const has = score === null ? '' : `; ${whose} ${other} alone scores ${percent(score)}`
    return `${which} not in the score, because nothing of ${whose} ${missing} can be judged (${missions.join(', ')})${has}`
  })
}

/** All points of a score, including unjudged and pending ones. */
export function allPoints(scored: Scored): number {
  return scored.points.total + openPoints(scored)
}

function openPoints(scored: Scored): number {
  return unjudgedPoints(scored) + pendingPoints(scored)
}

function pendingPoints({ pending }: Scored): number {
  return pending?.points ?? 0
}

/** Older runs do not store the number: equal bounds mean 0; otherwise, runnable points without a verdict are unjudged, too. */
export function unjudgedPoints({ unjudged, bounds, testcodes, trials, runnable }: Scored): number {
  if (unjudged !== undefined) return unjudged
  if (bounds === null || bounds[0] === bounds[1]) return 0
  return testcodes.unjudged + (trials - runnable.total)
}

/** Whether the score differs from the share of points: suites have weights, or missions of different size count equally. */
export function isWeighted(scored: Scored): boolean {
  const score = certainScore(scored)
  const all = allPoints(scored)
  return score !== null && all > 0 && Math.abs(score - scored.points.passed / all) > ROUNDING
}

/** How many digits a number keeps: after the point, or in all. */
type Digits = Pick<
  Intl.NumberFormatOptions,
  'minimumFractionDigits' | 'maximumFractionDigits' | 'maximumSignificantDigits'
>

/** A number as people read it. What lies between 0 and 1 is never rounded to one of them, because those mean none and all. */
export function roundedText(value: number, digits: Digits): string {
  const text = (mode?: 'floor' | 'ceil') =>
    value.toLocaleString('en-US', { ...digits, ...(mode === undefined ? {} : { roundingMode: mode }) })
  const plain = text()
  if (value <= 0 || value >= 1) return plain
  if (Number(plain) === 1) return text('floor')
  return Number(plain) === 0 ? text('ceil') : plain
}

/** With this many digits after the point, also zeros. */
export function decimals(value: number, digits: number): string {
  return roundedText(value, { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** A number as tables of papers print it, or a dash in its place. */
export function isNumber(cell: string): boolean {
  return /^[-\d.,≥–\s]*$/.test(cell)
}

/** Columns of numbers align right, others left. */
export function isNumberColumn(rows: readonly { readonly cells: readonly string[] }[], column: number): boolean {
  return rows.every(({ cells }) => isNumber(cells[column] ?? ''))
}
