import { useState } from 'preact/hooks'
import type { ComponentChildren } from 'preact'
import { groupBy } from '../../../../lib/collections/group-by.ts'
import { StatusChip, type Shown } from '../status.tsx'

/** As many rows that did not pass for one reason are shown as one, which opens. */
const FOLDED = 4

/**
 * Rows of one cause stand together, in the place of the first one; a few of them stay single rows.
 * @param causeKey Undefined for a row without a cause
 */
export function foldedByCause<T>(rows: readonly T[], causeKey: (row: T) => string | undefined): (readonly T[])[] {
  const causes = groupBy<T, unknown>(rows, (row) => causeKey(row) ?? row)
  return [...causes.values()].flatMap((same) => (same.length < FOLDED ? same.map((row) => [row]) : [same]))
}

interface Props {
  readonly status: Shown
  /** How many there are. */
  readonly counted: string
  readonly where?: string
  readonly cause: string
  /** Called when it is opened: there may be thousands of rows. */
  readonly children: () => ComponentChildren
}

/** One row for all rows of a cause. */
export function SameCause({ status, counted, where, cause, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <details class="same" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <StatusChip status={status} />
          <span class="what">
            <b>{counted}</b> for the same reason
          </span>
          <span class="where">{where}</span>
          <span class="reason">{cause}</span>
        </summary>
        {isOpen && <ul class="points">{children()}</ul>}
      </details>
    </li>
  )
}
