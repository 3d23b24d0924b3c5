import type { Comparison } from '../../contracts/schema.ts'
import { pointsText } from '../../contracts/points.ts'

/** The result of a comparison in words: the difference, its confidence, and the difference that would be detectable. */
export function sentenceOf(comparison: Omit<Comparison, 'sentence'>): string {
  const { a, b, difference, missions } = comparison
  if (difference === null) return `${a.name} and ${b.name} have no mission in common: nothing can be said.`
  const apart =
    points(difference) === '0.0'
      ? `${a.name} and ${b.name} score the same`
      : `${a.name} scores ${points(Math.abs(difference))} points ${difference > 0 ? 'above' : 'below'} ${b.name}`
  const result = `${apart} (${certainty(comparison)}): ${verdict(comparison)} with ${plural(missions, 'mission')}${needed(comparison)}.`
  return [result, ...unjudgedSentence([a, b])].join(' ')
}

/** Names the sides whose scores are lower bounds because points are unjudged. */
function unjudgedSentence(sides: readonly Comparison['a'][]): string[] {
  const doubtful = sides.filter(({ unjudged }) => unjudged > 0)
  if (doubtful.length === 0) return []
  const each = doubtful.map(
    ({ name, unjudged, points: all }) => `${pointsText(unjudged)} of ${pointsText(all)} points of ${name}`,
  )
  return [`Unjudged, and counted as not passed: ${each.join(', ')}.`]
}

function certainty({ interval, corrected, comparisons }: Omit<Comparison, 'sentence'>): string {
  const between =
    interval === null
      ? 'no confidence interval'
      : `${String(Math.round(interval.level * 100))}% CI ${points(interval.low)} to ${points(interval.high)}`
  const holm = comparisons > 1 ? `, Holm-corrected for ${String(comparisons)} comparisons` : ''
  return `${between}, ${pValue(corrected ?? 1)}${holm}`
}

function verdict({ distinguishable }: Omit<Comparison, 'sentence'>): string {
  return distinguishable ? 'distinguishable' : 'not distinguishable'
}

/** If the difference is not distinguishable: how many missions it takes, or which difference would be. */
function needed(comparison: Omit<Comparison, 'sentence'>): string {
  const { distinguishable, detectable, missions, missionsNeeded } = comparison
  if (distinguishable) return ''
  if (missions < missionsNeeded)
    return `; no difference can be shown with fewer than ${String(missionsNeeded)} missions`
  if (detectable === null) return ''
  // Scores differ by at most 1.
  if (detectable > 1) return '; no difference would be'
  // Rounded up: a smaller number would promise too much.
  return `; ${plural(Math.ceil(detectable * 100), 'point')} would be`
}

/** A share as percentage points with one decimal and a true minus sign; never "−0.0". */
export function points(share: number): string {
  const text = (share * 100).toFixed(1)
  return text === '-0.0' ? '0.0' : text.replace('-', '−')
}

function pValue(p: number): string {
  if (p < 0.001) return 'p < 0.001'
  // Three decimals below 0.1, so that a p value near 0.05 is not rounded across it.
  return `p = ${p.toFixed(p < 0.1 ? 3 : 2)}`
}

function plural(count: number, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? '' : 's'}`
}
