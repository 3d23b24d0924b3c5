import { useEffect, useState } from 'preact/hooks'
import type { TrialInfo } from '../../data.ts'
import { sharedReason } from '../../reason.ts'
import { filterHref, isEmpty, pointsMatching, toggleStatus, type Filter } from '../filter.ts'
import { count, number } from '../format.ts'
import type { Model, Point } from '../model.ts'
import { StatusChip, isInDenominator } from '../status.tsx'
import { Breakable } from './breakable.tsx'
import { foldedByCause, SameCause } from './same-cause.tsx'
import { earnedText } from '../../../points.ts'

const PAGE = 100

interface Props {
  readonly model: Model
  readonly trials: readonly TrialInfo[]
  readonly filter: Filter
}

/**
 * Without a filter, all points that did not pass, with the number of pending ones; with one, all points that match it. Those of a
 * trial with one cause are one row.
 */
export function TestcodeList({ model, trials, filter }: Props) {
  const [shown, setShown] = useState(PAGE)
  const address = filterHref(filter)
  useEffect(() => setShown(PAGE), [address])
  const matches = pointsMatching(model, trials, filter)
  const points = isEmpty(filter) ? matches.filter(didNotPass) : matches
  const pending = isEmpty(filter) ? matches.filter(({ status }) => status === 'pending').length : 0
  const rows = rowsOf(model, points)
  const outside = isEmpty(filter) ? points.filter(({ status }) => !isInDenominator(status)).length : 0
  const left = rows.slice(shown).reduce((sum, same) => sum + same.length, 0)
  return (
    <section aria-labelledby="list-title">
      <h2 id="list-title">
        {isEmpty(filter) ? 'What did not pass' : 'What matches'}{' '}
        <small aria-live="polite">{countText(points.length - outside, outside, model.noun)}</small>
      </h2>
      {points.length === 0 && <p class="none">{isEmpty(filter) ? 'Nothing failed.' : 'Nothing matches.'}</p>}
      {pending > 0 && <Pending counted={count(pending, model.noun)} filter={filter} />}
      <ul class="points">
        {rows.slice(0, shown).map((same) => (
          <CauseRow key={same[0] && model.pointHref(same[0])} model={model} points={same} />
        ))}
      </ul>
      {left > 0 && (
        <button type="button" onClick={() => setShown(shown + 5 * PAGE)}>
          Show more of {count(left, model.noun)}
        </button>
      )}
    </section>
  )
}

/** A pending point has no verdict yet. */
function didNotPass({ status }: Point): boolean {
  return status !== 'passed' && status !== 'pending'
}

function Pending({ counted, filter }: { readonly counted: string; readonly filter: Filter }) {
  return (
    <p>
      <a href={filterHref(toggleStatus(filter, 'pending'))}>Pending: {counted}</a>
    </p>
  )
}

/** Excluded points did not fail, and are counted by themselves. */
function countText(counted: number, outside: number, noun: string): string {
  return `${count(counted, noun)}${outside === 0 ? '' : `, and ${number(outside)} excluded`}`
}

/** The points of each row: the most frequent causes come first, and points that are in no denominator come last. */
function rowsOf(model: Model, points: readonly Point[]): (readonly Point[])[] {
  const causes = foldedByCause(points, ({ trial, index, status }) => {
    const cause = status === 'passed' ? '' : model.cause({ trial, index })
    return cause === '' ? undefined : JSON.stringify([model.trialHref(trial), status, cause])
  })
  const isOutside = ([first]: readonly Point[]) => Number(first !== undefined && !isInDenominator(first.status))
  return causes.toSorted((a, b) => isOutside(a) - isOutside(b) || b.length - a.length)
}

function CauseRow({ model, points }: { readonly model: Model; readonly points: readonly Point[] }) {
  const [point] = points
  if (!point) return null
  if (points.length === 1) return <PointRow model={model} point={point} />
  return (
    <SameCause
      status={point.status}
      counted={count(points.length, model.noun)}
      where={whereOf(model, point)}
      cause={sharedReason(points.map((each) => model.reason(each)))}
    >
      {() => points.map((each) => <PointRow key={model.pointHref(each)} model={model} point={each} />)}
    </SameCause>
  )
}

/** `Shop · good · sample 2` */
function whereOf(model: Model, { trial }: Point): string {
  const group = model.group(trial)
  const sample = group.samples > 1 ? ` · sample ${String(trial.sample)}` : ''
  return `${model.mission(trial).title} · ${group.label}${sample}`
}

function PointRow({ model, point }: { readonly model: Model; readonly point: Point }) {
  const rest = model.restOfId(point)
  return (
    <li>
      <a href={model.pointHref(point)}>
        <StatusChip status={point.status} />
        <span class="what">
          <b>
            <Breakable name={model.functionOf(point)} />
          </b>{' '}
          {rest !== '' && (
            <code>
              <Breakable name={rest} />
            </code>
          )}{' '}
          {point.trial.flaky?.includes(point.index) && <span class="flaky">flaky</span>}
        </span>
        <span class="where">
          {whereOf(model, point)}
          <Worth of={point} />
        </span>
        <span class="reason">{model.reason(point)}</span>
      </a>
    </li>
  )
}

// ---- worth ---------------------------------------------------------------------------------------------------------

/** The points of a verdict, if its status does not say them. */
function Worth({ of: { status, worth } }: { readonly of: Pick<Point, 'status' | 'worth'> }) {
  if (worth === undefined || status === 'pending') return null
  const text = earnedText({ status, points: worth })
  return text === undefined ? null : <span class="worth"> · {text}</span>
}
