import { useEffect, useState } from 'preact/hooks'
import type { TrialInfo } from '../../data.ts'
import { filterHref, isEmpty, pointsMatching, type Filter } from '../filter.ts'
import { count } from '../format.ts'
import type { Model, Point } from '../model.ts'
import { StatusChip } from '../status.tsx'
import { Worth } from './worth.tsx'

const PAGE = 100

interface Props {
  readonly model: Model
  readonly trials: readonly TrialInfo[]
  readonly filter: Filter
}

/** Without a filter, all points that did not pass; with one, all points that match it. */
export function TestcodeList({ model, trials, filter }: Props) {
  const [shown, setShown] = useState(PAGE)
  const address = filterHref(filter)
  useEffect(() => setShown(PAGE), [address])
  const matches = pointsMatching(model, trials, filter)
  const points = isEmpty(filter) ? matches.filter(({ status }) => status !== 'passed') : matches
  return (
    <section aria-labelledby="list-title">
      <h2 id="list-title">
        {isEmpty(filter) ? 'What did not pass' : 'What matches'}{' '}
        <small aria-live="polite">{count(points.length, model.noun)}</small>
      </h2>
      {points.length === 0 && <p class="none">{isEmpty(filter) ? 'Nothing failed.' : 'Nothing matches.'}</p>}
      <ul class="points">
        {points.slice(0, shown).map((point) => (
          <PointRow key={model.pointHref(point)} model={model} point={point} />
        ))}
      </ul>
      {points.length > shown && (
        <button type="button" onClick={() => setShown(shown + 5 * PAGE)}>
          Show more of {count(points.length - shown, model.noun)}
        </button>
      )}
    </section>
  )
}

function PointRow({ model, point }: { readonly model: Model; readonly point: Point }) {
  const group = model.group(point.trial)
  const several = group.samples > 1
  const [name, id] = [model.functionOf(point), model.testcodeId(point)]
  return (
    <li>
      <a href={model.pointHref(point)}>
        <StatusChip status={point.status} />
        <span class="what">
          <b>{name}</b> {name !== id && <code>{id}</code>}{' '}
          {point.trial.flaky?.includes(point.index) && <span class="flaky">flaky</span>}
        </span>
        <span class="where">
          {model.mission(point.trial).title} · {group.label}
          {several && ` · sample ${String(point.trial.sample)}`}
          <Worth of={point} />
        </span>
        <span class="reason">{model.reason(point)}</span>
      </a>
    </li>
  )
}
