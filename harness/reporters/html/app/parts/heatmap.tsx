import type { TrialInfo } from '../../data.ts'
import { pointsMatching, type Filter } from '../filter.ts'
import { isWeighted } from '../../../percent.ts'
import { count, number, percent } from '../format.ts'
import { moveInTable } from '../keys.tsx'
import { areAllPending, ratioOf, scoreOf, trialsText, type Model } from '../model.ts'
import { isInDenominator } from '../status.tsx'
import { Scroll } from './scroll.tsx'

interface Props {
  readonly model: Model
  readonly filter: Filter
}

/** Mission × group: the share of passed points, with a dot for each sample. With a filter, it shows the matching points. */
export function Heatmap({ model, filter }: Props) {
  const { missions, groups } = model.overview
  const rows = missions
    .map((mission, index) => ({ mission, index }))
    .filter(({ mission }) => filter.mission === '' || mission.id === filter.mission)
  const columns = groups
    .map((group, index) => ({ group, index }))
    .filter(({ group }) => filter.group === '' || group.name === filter.group)
  const counting = filter.statuses.length > 0 || filter.text.trim() !== ''
  const weighted = groups.some(isWeighted)
  const first = rows[0]?.index
  return (
    <section aria-labelledby="heatmap-title">
      <h2 id="heatmap-title">
        Missions{' '}
        <small>
          {counting
            ? `${model.noun}s that match`
            : `${weighted ? 'score' : 'share of points that pass'}; a dot is a sample`}
        </small>
      </h2>
      <Scroll label="Missions">
        <table class="heatmap" onKeyDown={moveInTable}>
          <thead>
            <tr>
              <th scope="col">Mission</th>
              {columns.map(({ group }) => (
                <th scope="col" key={group.name}>
                  {group.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ mission, index }) => (
              <tr key={mission.id + mission.digest}>
                <th scope="row">
                  <a href={model.missionHref(mission)}>{mission.title}</a>
                  <small>{mission.kind}</small>
                </th>
                {columns.map((column, place) => (
                  <Cell
                    key={column.group.name}
                    model={model}
                    trials={model.cell(index, column.index)}
                    label={`${mission.title}, ${column.group.label}`}
                    address={model.missionHref(mission)}
                    filter={counting ? filter : undefined}
                    entry={index === first && place === 0}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  )
}

interface CellProps {
  readonly model: Model
  readonly trials: readonly TrialInfo[]
  readonly label: string
  readonly address: string
  /** Where matches are counted instead of points that pass. */
  readonly filter: Filter | undefined
  /** Whether the Tab key leads here. */
  readonly entry: boolean
}

function Cell({ model, trials, label, address, filter, entry }: CellProps) {
  if (trials.length === 0) return <td class="none">–</td>
  const score = scoreOf(trials)
  const isPending = areAllPending(trials)
  const ratio = isPending ? null : ratioOf(score.share)
  const matches = filter ? pointsMatching(model, trials, filter).length : 0
  const known = isPending ? '…' : `${score.unjudged > 0 ? '≥ ' : ''}${percent(ratio)}`
  const shown = filter ? String(matches) : known
  const spoken = filter
    ? count(matches, 'match', 'matches')
    : `${trialsText(trials)}, ${number(score.passed)} of ${count(score.total, 'point')}`
  const heat = filter ? (matches === 0 ? null : 1 - matches / Math.max(1, countedIn(model, trials))) : ratio
  return (
    <td style={{ backgroundColor: heatColour(heat) }} class={filter && matches === 0 ? 'faded' : ''}>
      <a class="value" href={address} data-cell tabIndex={entry ? 0 : -1} aria-label={`${label}: ${spoken}`}>
        {shown}
      </a>
      <span class="dots">
        {trials.map((trial) => (
          <a
            key={trial.id}
            href={model.trialHref(trial)}
            tabIndex={-1}
            title={sampleTitle(trial)}
            aria-label={`Sample ${String(trial.sample)} of ${label}: ${trialsText([trial])}`}
            style={{ backgroundColor: dotColour(areAllPending([trial]) ? null : ratioOf(scoreOf([trial]).share)) }}
          />
        ))}
      </span>
    </td>
  )
}

function sampleTitle(trial: TrialInfo): string {
  const { outcome, sample } = trial
  const came = outcome === 'judged' || outcome === 'pending' ? '' : `, ${outcome}`
  return `Sample ${String(sample)}: ${trialsText([trial])}${came}`
}

/** How many verdicts are in the denominator. */
function countedIn(model: Model, trials: readonly TrialInfo[]): number {
  return [...model.countStatuses(trials)].reduce(
    (sum, [status, times]) => sum + (isInDenominator(status) ? times : 0),
    0,
  )
}

/** From `--heat-low` over `--heat-mid` to `--heat-high`. */
export function heatColour(share: number | null): string {
  return between('heat', share)
}

function dotColour(share: number | null): string {
  return between('dot', share)
}

function between(scale: string, share: number | null): string {
  if (share === null) return 'transparent'
  const [from, to, part] =
    share < 0.5 ? (['low', 'mid', share * 2] as const) : (['mid', 'high', share * 2 - 1] as const)
  return `color-mix(in oklab, var(--${scale}-${to}) ${(part * 100).toFixed(1)}%, var(--${scale}-${from}))`
}
