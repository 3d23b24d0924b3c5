import type { Interval } from '../../../../contracts/schema.ts'
import type { StatusCounts } from '../model.ts'
import { isInDenominator } from '../status.tsx'

interface Props {
  readonly counts: StatusCounts
  /** Of the share that passes. */
  readonly interval: Interval | null
}

/** A thin bar of the statuses in the denominator, without numbers. */
export function StatusBar({ counts, interval }: Props) {
  return (
    <span class="bar-with-interval" aria-hidden="true">
      <span class="status-bar">
        {[...counts]
          .filter(([status]) => isInDenominator(status))
          .map(([status, times]) => (
            <span key={status} class={`fill-${status}`} style={{ flexGrow: times }} />
          ))}
      </span>
      {interval && (
        <span class="interval" style={{ left: share(interval.low), width: share(interval.high - interval.low) }} />
      )}
    </span>
  )
}

function share(value: number): string {
  return `${(value * 100).toFixed(2)}%`
}
