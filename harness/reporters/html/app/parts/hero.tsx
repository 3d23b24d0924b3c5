import { variantText } from '../../../../contracts/variants.ts'
import { allPoints, certainScore, isWeighted, scoreText, openText } from '../../../percent.ts'
import type { GroupInfo } from '../../data.ts'
import { count, duration, moment, number, percent } from '../format.ts'
import type { Model, StatusCounts } from '../model.ts'
import { costText, hasCost } from '../cost.ts'
import { filterHref } from '../filter.ts'
import { Scroll } from './scroll.tsx'
import type { Interval } from '../../../../contracts/schema.ts'
import { isInDenominator } from '../status.tsx'

/** The result: one sentence, and how each agent did. */
export function Hero({ model }: { readonly model: Model }) {
  const { sentence, groups, runs, missions } = model.overview
  const warnings = runs.flatMap((run) => run.warnings)
  const [run] = runs
  return (
    <section class="hero">
      <p class="eyebrow">
        {[...new Set(runs.map(({ benchmark }) => benchmark.name))].join(', ')} · {count(missions.length, 'mission')} ·{' '}
        {runs.length === 1 && run ? moment(run.startedAt) : count(runs.length, 'run')}
      </p>
      <h1 tabIndex={-1}>{sentence}</h1>
      {groups.length === 1 ? <OneScore model={model} /> : <Scoreboard model={model} />}
      {warnings.length > 0 && (
        <ul class="warnings">
          {warnings.map(({ kind, text }) => (
            <li key={kind + text}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

function OneScore({ model }: { readonly model: Model }) {
  const { unfinishedAt } = model.overview
  const [group] = model.overview.groups
  const [run] = model.overview.runs
  if (!group || !run) return null
  const facts: (readonly [string, string])[] = [
    ['Agent', group.agent],
    ['Input', variantText(group.variant)],
    [
      isWeighted(group) ? 'Points, without weights' : 'Points',
      `${number(group.points.passed)} of ${number(allPoints(group))}`,
    ],
    // Each test of a library is worth one point.
    ...(model.areLibraries
      ? []
      : [
          [
            'Testcodes',
            `${number(group.testcodes.passed)} of ${number(group.testcodes.total - group.testcodes.excluded)}`,
          ] as const,
        ]),
    ...(hasRunnable(model)
      ? [[model.words.runnable.fact, `${number(group.runnable.passed)} of ${number(group.trials)}`] as const]
      : []),
    ['Samples', number(group.samples)],
    ...(unfinishedAt === undefined ? [['Time', duration(run.seconds * 1000)] as const] : []),
    ...(hasCost(model) ? [['Cost', costText(group)] as const] : []),
  ]
  return (
    <div class="one-score">
      <p class="big">
        {scoreText(group)}
        <Uncertainty group={group} />
      </p>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Of libraries, only those that tests cannot import are worth a number. */
function hasRunnable({ areLibraries, overview }: Model): boolean {
  return !areLibraries || overview.groups.some(({ runnable }) => runnable.passed < runnable.total)
}

/** The uncertainty of the score: its confidence interval, and its bounds if points are unjudged. */
function Uncertainty({ group }: { readonly group: GroupInfo }) {
  const { interval, bounds } = group
  const [low, high] = bounds ?? [0, 0]
  return (
    <>
      {interval && (
        <small class="uncertainty">
          {percent(interval.low)} to {percent(interval.high)}
          <br />
          in {(interval.level * 100).toFixed(0)} of 100 such runs
        </small>
      )}
      {low !== high && (
        <small class="uncertainty">
          {percent(low)} to {percent(high)},
          <br />
          since {openText(group)}
        </small>
      )}
    </>
  )
}

function Scoreboard({ model }: { readonly model: Model }) {
  const ranked = model.overview.groups
    .map((group, index) => ({ group, index }))
    .toSorted((a, b) => (certainScore(b.group) ?? -1) - (certainScore(a.group) ?? -1))
  return (
    <Scroll label="Scores">
      <table class="scoreboard">
        <caption class="visually-hidden">Agents by score</caption>
        <thead>
          <tr>
            <th scope="col">Agent</th>
            <th scope="col" class="grow">
              {model.noun === 'point' ? 'Points' : 'Verdicts'} by status
            </th>
            <th scope="col" class="num">
              Score
            </th>
            <th scope="col" class="num wide">
              95% interval
            </th>
            <th scope="col" class="num wide">
              Points
            </th>
            {hasRunnable(model) && (
              <th scope="col" class="num wide">
                {model.words.runnable.column}
              </th>
            )}
            <th scope="col" class="num wide">
              Time
            </th>
            {hasCost(model) && (
              <th scope="col" class="num wide">
                Cost
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {ranked.map(({ group, index }) => (
            <ScoreRow key={group.name} model={model} group={group} index={index} />
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function intervalText({ interval }: GroupInfo): string {
  return interval ? `${(interval.low * 100).toFixed(0)}–${(interval.high * 100).toFixed(0)}%` : 'unknown'
}

function ScoreRow({
  model,
  group,
  index,
}: {
  readonly model: Model
  readonly group: GroupInfo
  readonly index: number
}) {
  const trials = model.overview.trials.filter((trial) => trial.group === index)
  const filter = { statuses: [], group: group.name, mission: '', text: '' } as const
  return (
    <>
      <tr>
        <th scope="row">
          <a href={filterHref(filter)}>{group.label}</a>
        </th>
        <td class="grow">
          <StatusBar
            counts={model.countStatuses(trials)}
            interval={model.noun === 'point' && !isWeighted(group) ? group.interval : null}
          />
        </td>
        <td class="num score">{scoreText(group)}</td>
        <td class="num wide interval-text">{intervalText(group)}</td>
        <td class="num wide">
          {number(group.points.passed)}/{number(allPoints(group))}
        </td>
        {hasRunnable(model) && (
          <td class="num wide">
            {number(group.runnable.passed)}/{number(group.trials)}
          </td>
        )}
        <td class="num wide">{duration(group.seconds * 1000)}</td>
        {hasCost(model) && <td class="num wide">{costText(group)}</td>}
      </tr>
      <tr class="narrow">
        <td colSpan={3}>{narrowText(model, group)}</td>
      </tr>
    </>
  )
}

/** The content of the columns that a narrow screen has no room for. */
function narrowText(model: Model, group: GroupInfo): string {
  const { points, runnable, seconds, trials } = group
  return [
    `95% interval ${intervalText(group)}`,
    `${number(points.passed)}/${number(allPoints(group))} points`,
    ...(hasRunnable(model) ? [`${number(runnable.passed)}/${number(trials)} ${model.words.runnable.after}`] : []),
    duration(seconds * 1000),
    ...(hasCost(model) ? [`cost ${costText(group)}`] : []),
  ].join(' · ')
}

// ---- status bar ----------------------------------------------------------------------------------------------------

interface Props {
  readonly counts: StatusCounts
  /** Of the share that passes. */
  readonly interval: Interval | null
}

/** A thin bar of the statuses in the denominator, without numbers. */
function StatusBar({ counts, interval }: Props) {
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
