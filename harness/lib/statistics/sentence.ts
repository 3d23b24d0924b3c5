import type { Comparison } from '../../contracts/schema.ts'
import { pointsText } from '../../contracts/points.ts'

/** The result of a comparison in words, from A to B: the difference, its confidence, and the difference that would be detectable. */
export function sentenceOf(comparison: Omit<Comparison, 'sentence'>): string {
  const { a, b, difference } = comparison
  if (difference === null) return `${a.name} and ${b.name} have no mission in common: nothing can be said.`
  return [...resultOf(comparison, difference), ...unjudgedSentence([a, b])].join(' ')
}

type Unsaid = Omit<Comparison, 'sentence'>

function resultOf(comparison: Unsaid, difference: number): string[] {
  const { a, b, missions, differing, missionsNeeded } = comparison
  if (differing === 0) return [sameEverywhere(comparison)]
  const apart =
    points(difference) === '0.0'
      ? `${a.name} and ${b.name} score the same`
      : `${b.name} scores ${points(Math.abs(difference))} points ${difference < 0 ? 'above' : 'below'} ${a.name}`
  const verdict = `${comparison.distinguishable ? 'distinguishable' : 'not distinguishable'} with ${plural(missions, 'mission')}`
  // Neither an interval nor a p value means anything then: the smallest possible p value is above the limit.
  if (differing < missionsNeeded) return [`${apart} (${tooFew(comparison)}): ${verdict}${enoughText(comparison)}.`]
  const result = `${apart} (${certainty(comparison)}): ${verdict}${needed(comparison)}.`
  return [result, ...disagreement(comparison)]
}

function sameEverywhere({ a, b, missions, missionsNeeded }: Unsaid): string {
  const where = missions === 1 ? 'the only mission' : `all ${String(missions)} missions`
  const limit =
    missions < missionsNeeded ? `; no difference can be shown with fewer than ${String(missionsNeeded)}` : ''
  return `${a.name} and ${b.name} have the same points in ${where}${limit}.`
}

function tooFew({ differing, missionsNeeded, comparisons }: Unsaid): string {
  const several = comparisons > 1 ? ` in ${String(comparisons)} comparisons` : ''
  return `they differ in ${plural(differing, 'mission')}; it takes ${String(missionsNeeded)} to exclude chance${several}`
}

/** An interval is computed from other draws than the p value, so that one may exclude "no difference" and the other not. */
function disagreement({ interval, distinguishable, comparisons }: Unsaid): string[] {
  if (interval === null || (interval.low > 0 || interval.high < 0) === distinguishable) return []
  const place = distinguishable ? 'contains' : 'does not contain'
  const why = comparisons > 1 ? 'is approximate and not corrected for several comparisons' : 'is approximate'
  return [`The interval ${place} 0, but the p value decides: the interval ${why}.`]
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

function certainty({ interval, corrected, comparisons }: Unsaid): string {
  const between =
    interval === null
      ? 'no confidence interval'
      : `${String(Math.round(interval.level * 100))}% CI ${points(-interval.high)} to ${points(-interval.low)}`
  const holm = comparisons > 1 ? `, Holm-corrected for ${String(comparisons)} comparisons` : ''
  return `${between}, ${pValue(corrected ?? 1)}${holm}`
}

/** If the difference is not distinguishable: the difference that would be. */
function needed(comparison: Unsaid): string {
  const { distinguishable, detectable } = comparison
  if (distinguishable || detectable === null) return ''
  // Scores differ by at most 1.
  if (detectable > 1) return '; no difference would be'
  // Rounded up: a smaller number would promise too much.
  return `; ${plural(Math.ceil(detectable * 100), 'point')} would be${enoughText(comparison)}`
}

/** `; to show this difference: 9 more missions, or 4 samples of each`. Empty if nobody knows. */
function enoughText({ enough, missions, differing, missionsNeeded }: Unsaid): string {
  if (!enough) return ''
  const ways = [
    ...(enough.missions === null || enough.missions <= missions
      ? []
      : [plural(enough.missions - missions, 'more mission')]),
    // However many samples there are, so few missions never exclude chance.
    ...(enough.samples === null || Math.max(missions, differing) < missionsNeeded
      ? []
      : [`${String(enough.samples)} samples of each`]),
  ]
  return ways.length === 0 ? '' : `; to show this difference: ${ways.join(', or ')}`
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
