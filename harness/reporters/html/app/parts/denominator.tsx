import type { TrialInfo } from '../../data.ts'
import { filterHref, toggleStatus, type Filter } from '../filter.ts'
import { number, percent } from '../format.ts'
import type { Model } from '../model.ts'
import { STATUS_TEXTS, StatusIcon, isInDenominator, type Shown } from '../status.tsx'

interface Props {
  readonly model: Model
  readonly trials: readonly TrialInfo[]
  readonly filter: Filter
}

/** All points by status; each status is a filter. Excluded points are shown separately: they are not in the denominator. */
export function DenominatorBar({ model, trials, filter }: Props) {
  const { noun } = model
  const counts = [...model.countStatuses(trials)]
  const counted = counts.filter(([status]) => isInDenominator(status))
  const outside = counts.filter(([status]) => !isInDenominator(status))
  // A testcode is excluded in each trial of its mission.
  const isRepeated = new Set(trials.map(({ mission }) => mission)).size < trials.length
  const outsideText = `in no denominator${isRepeated ? ', counted in each project' : ''}`
  const total = counted.reduce((sum, [, times]) => sum + times, 0)
  return (
    <section class="denominator" aria-labelledby="denominator-title">
      <h2 id="denominator-title">
        {total === 0 && outside.length > 0 ? `No ${noun} counts` : `Status of ${number(total)} ${noun}s`}{' '}
        <small>{aboutText(model, trials)}</small>
      </h2>
      <div class="bar" aria-hidden="true">
        {counted.map(([status, times]) => (
          <a
            key={status}
            tabIndex={-1}
            href={filterHref(toggleStatus(filter, status))}
            class={`fill-${status} ${isDimmed(filter, status) ? 'dimmed' : ''}`}
            style={{ flexGrow: times }}
            title={`${STATUS_TEXTS[status].label}: ${number(times)}`}
          />
        ))}
      </div>
      <ul class="legend">
        {counted.map(([status, times]) => (
          <Entry key={status} status={status} times={times} total={total} filter={filter} />
        ))}
        {outside.map(([status, times]) => (
          <Entry
            key={status}
            status={status}
            times={times}
            total={undefined}
            filter={filter}
            outsideText={outsideText}
          />
        ))}
      </ul>
    </section>
  )
}

function aboutText(model: Model, trials: readonly TrialInfo[]): string {
  const { noun } = model
  if (!model.areLibraries) return `one ${noun} for each project that should run, one for each testcode`
  const untestable = trials.some((trial) => model.points(trial).some(({ index }) => index === 0))
  return `one ${noun} for each test of each project${untestable ? `, and one for each project that tests cannot import` : ''}`
}

function isDimmed({ statuses }: Filter, status: Shown): boolean {
  return statuses.length > 0 && !statuses.includes(status)
}

interface EntryProps {
  readonly status: Shown
  readonly times: number
  /** Undefined for a status that is in no denominator. */
  readonly total: number | undefined
  readonly filter: Filter
  /** For such a status. */
  readonly outsideText?: string
}

function Entry({ status, times, total, filter, outsideText }: EntryProps) {
  const { label, about } = STATUS_TEXTS[status]
  return (
    <li class={isDimmed(filter, status) ? 'dimmed' : ''}>
      <a
        href={filterHref(toggleStatus(filter, status))}
        class={`s-${status}`}
        title={about}
        aria-current={filter.statuses.includes(status) ? 'true' : undefined}
      >
        <StatusIcon status={status} />
        <span>{label}</span> <b>{number(times)}</b>{' '}
        <small>
          {total === undefined ? outsideText : percent(times / total)}
          {status === 'unjudged' && ' counted as not passed'}
        </small>
      </a>
    </li>
  )
}
