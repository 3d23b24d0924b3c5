import { scoreText } from '../../../percent.ts'
import type { ComparisonsChunk, ComparisonView, GroupInfo } from '../../data.ts'
import { changesBetween, type Change } from '../changes.ts'
import { count, number, percent } from '../format.ts'
import { at, type Model } from '../model.ts'
import { Chunk } from '../parts/chunk.tsx'
import { hasCost } from '../cost.ts'
import { Breakable } from '../parts/breakable.tsx'
import { CostChart } from '../parts/cost-chart.tsx'
import { DifferenceChart } from '../parts/difference.tsx'
import { Scroll } from '../parts/scroll.tsx'
import { href, replaceRoute } from '../route.ts'
import { StatusChip } from '../status.tsx'

/** Comparison of two groups: improvements, regressions, and whether the difference could be chance. */
export function CompareView({ model, query }: { readonly model: Model; readonly query: URLSearchParams }) {
  const { groups } = model.overview
  // In the order of the run, in which a user names the old version first.
  const a = chosen(model, query.get('a'), 0)
  const b = chosen(model, query.get('b'), groups.length > 1 ? 1 : 0)
  return (
    <section class="page">
      <h1 tabIndex={-1}>Compare</h1>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <Choice
          label="From"
          groups={groups}
          value={a}
          onChange={(name) => replaceRoute(href(['compare'], { a: name, b: at(groups, b).name }))}
        />
        <Choice
          label="To"
          groups={groups}
          value={b}
          onChange={(name) => replaceRoute(href(['compare'], { a: at(groups, a).name, b: name }))}
        />
        <a class="clear" href={href(['compare'], { a: at(groups, b).name, b: at(groups, a).name })}>
          Swap
        </a>
      </form>
      {a === b ? (
        <p class="absent">Choose two that differ.</p>
      ) : (
        <>
          <Chunk<ComparisonsChunk> name="comparisons">{(all) => <Tested model={model} all={all} a={a} b={b} />}</Chunk>
          <Changes model={model} a={a} b={b} />
        </>
      )}
      {hasCost(model) && <CostChart model={model} />}
    </section>
  )
}

function chosen(model: Model, name: string | null, otherwise: number): number {
  const found = name === null ? -1 : model.groupNamed(name)
  return found < 0 ? otherwise : found
}

interface ChoiceProps {
  readonly label: string
  readonly groups: readonly GroupInfo[]
  readonly value: number
  readonly onChange: (name: string) => void
}

function Choice({ label, groups, value, onChange }: ChoiceProps) {
  return (
    <label>
      {label}{' '}
      <select value={at(groups, value).name} onChange={(event) => onChange(event.currentTarget.value)}>
        {groups.map((group) => (
          <option key={group.name} value={group.name}>
            {group.label} ({scoreText(group)})
          </option>
        ))}
      </select>
    </label>
  )
}

function Tested({
  model,
  all,
  a,
  b,
}: {
  readonly model: Model
  readonly all: ComparisonsChunk
  readonly a: number
  readonly b: number
}) {
  const found = all.find((each) => (each.a === a && each.b === b) || (each.a === b && each.b === a))
  if (!found)
    return (
      <p class="absent">
        Of more than ten groups each is tested against the best one alone; these two were not tested.
      </p>
    )
  return (
    <section class="tested">
      <p class={`verdict-sentence ${found.distinguishable ? 'clear-cut' : ''}`}>{found.sentence}</p>
      {found.forced.length > 0 && (
        <ul class="warnings">
          <li>These are not alike in more than their agents: {found.forced.join('; ')}.</li>
        </ul>
      )}
      <DifferenceChart model={model} comparison={found} from={a} />
      <p class="method">{methodOf(found)}</p>
      <ComparedSuites model={model} comparison={found} />
    </section>
  )
}

/** The suites that both have. Renders nothing if missions have one suite. */
function ComparedSuites({ model, comparison }: { readonly model: Model; readonly comparison: ComparisonView }) {
  const { suites = [] } = comparison
  if (suites.length === 0) return null
  const [a, b] = [at(model.overview.groups, comparison.a), at(model.overview.groups, comparison.b)]
  return (
    <Scroll label="Suites">
      <table class="digests suites">
        <thead>
          <tr>
            <th scope="col">Suite</th>
            <th scope="col" class="num">
              Weight
            </th>
            <th scope="col" class="num">
              {a.label}
            </th>
            <th scope="col" class="num">
              {b.label}
            </th>
          </tr>
        </thead>
        <tbody>
          {suites.map((suite) => (
            <tr key={suite.id}>
              <th scope="row">{suite.id}</th>
              <td class="num">{suite.weight === null ? 'differs' : number(suite.weight)}</td>
              <td class="num">{percent(suite.a)}</td>
              <td class="num">{percent(suite.b)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function methodOf({ missions, exact, p, corrected, comparisons, detectable, interval }: ComparisonView): string {
  const number = (value: number) => (value < 0.001 ? 'below 0.001' : value.toFixed(3))
  return [
    `${count(missions, 'mission')} that both have`,
    p === null ? 'no test' : `${exact ? 'exact' : 'drawn'} paired permutation test, p ${number(p)}`,
    corrected !== null && comparisons > 1
      ? `corrected for ${String(comparisons)} comparisons (Holm) ${number(corrected)}`
      : '',
    detectableText(detectable),
    interval === null ? '' : 'interval by bootstrap over missions',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Scores are no further apart than all from nothing. */
function detectableText(detectable: number | null): string {
  if (detectable === null) return ''
  if (detectable > 1) return 'no difference would be found four times out of five'
  return `${(detectable * 100).toFixed(1)} points would be found four times out of five`
}

function Changes({ model, a, b }: { readonly model: Model; readonly a: number; readonly b: number }) {
  const { fixed, broken, same, unknown } = changesBetween(model, a, b)
  return (
    <section>
      <ul class="tallies">
        <li class="s-passed">
          <b>{fixed.length}</b> fixed
        </li>
        <li class="s-failed">
          <b>{broken.length}</b> broken
        </li>
        <li class="s-not-run">
          <b>{same}</b> the same
        </li>
        {unknown > 0 && (
          <li class="s-unjudged">
            <b>{unknown}</b> not judged in both
          </li>
        )}
      </ul>
      <ChangeList model={model} title="Broken" changes={broken} none="Nothing got worse." />
      <ChangeList model={model} title="Fixed" changes={fixed} none="Nothing got better." />
    </section>
  )
}

const MOST = 200

interface ListProps {
  readonly model: Model
  readonly title: string
  readonly changes: readonly Change[]
  readonly none: string
}

function ChangeList({ model, title, changes, none }: ListProps) {
  return (
    <section>
      <h2>
        {title} <small>{count(changes.length, model.noun)}</small>
      </h2>
      {changes.length === 0 && <p class="absent">{none}</p>}
      <ul class="points changes">
        {changes.slice(0, MOST).map((change) => {
          const { before, after } = change
          return (
            <li key={model.pointHref(after)}>
              <a href={model.pointHref(after)}>
                <span class="both">
                  <StatusChip status={before.status} /> → <StatusChip status={after.status} />
                </span>
                <span class="what">
                  <b>
                    <Breakable name={model.functionOf(after)} />
                  </b>{' '}
                  <code>
                    <Breakable name={model.restOfId(after)} />
                  </code>
                </span>
                <span class="where">
                  {model.mission(after.trial).title}
                  {changeText(change)}
                </span>
                <span class="reason">{model.reason(after.status === 'passed' ? before : after)}</span>
              </a>
            </li>
          )
        })}
      </ul>
      {changes.length > MOST && <p class="absent">And {count(changes.length - MOST, 'more', 'more')}.</p>}
    </section>
  )
}

/** Samples that pass before and after, or the points that they earn on average if those say more. */
function changeText({ before, after, from, to }: Change): string {
  if (before.worth !== undefined || after.worth !== undefined) {
    const mean = ({ points, total }: Change['from']) => number(points / total)
    return ` · ${mean(from)} → ${mean(to)} of ${count(after.worth?.of ?? before.worth?.of ?? 1, 'point')}`
  }
  if (from.total + to.total <= 2) return ''
  return ` · ${String(from.passed)} of ${String(from.total)} → ${String(to.passed)} of ${String(to.total)}`
}
