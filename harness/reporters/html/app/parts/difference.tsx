import type { ComparisonView } from '../../data.ts'
import { at, type Model } from '../model.ts'

interface Props {
  readonly model: Model
  readonly comparison: ComparisonView
  /** Index of the group that is compared with the other. */
  readonly from: number
}

/** The difference on a line from −100 to 100 points, with its interval; zero is where neither is better. */
export function DifferenceChart({ model, comparison, from }: Props) {
  const { difference, interval } = comparison
  if (difference === null) return <p class="absent">There is no mission that both were judged on.</p>
  const other = comparison.a === from ? comparison.b : comparison.a
  // The comparison says A − B; shown is how far the second choice lies above the first.
  const sign = comparison.a === from ? -1 : 1
  const [low, high] = interval ? [sign * interval.low, sign * interval.high].toSorted((x, y) => x - y) : []
  const value = sign * difference
  const reach = Math.min(1, Math.max(0.1, 1.15 * Math.max(Math.abs(value), Math.abs(low ?? 0), Math.abs(high ?? 0))))
  const place = (share: number) => `${String(50 + (50 * share) / reach)}%`
  return (
    <figure class="difference" aria-hidden="true">
      <div class="axis">
        {low !== undefined && high !== undefined && (
          <span class="range" style={{ left: place(low), width: `${String((50 * (high - low)) / reach)}%` }} />
        )}
        <span class="zero" />
        <span class={`point ${value < 0 ? 'worse' : 'better'}`} style={{ left: place(value) }} />
      </div>
      <figcaption>
        <span>{at(model.overview.groups, from).label} better</span>
        <b>{signed(value)} points</b>
        <span>{at(model.overview.groups, other).label} better</span>
      </figcaption>
    </figure>
  )
}

function signed(share: number): string {
  const points = Math.abs(share * 100).toFixed(1)
  if (points === '0.0') return '0.0'
  return `${share < 0 ? '−' : '+'}${points}`
}
