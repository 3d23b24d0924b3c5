import type { CheckEntry, SubmissionEntry } from '../../../../contracts/schema.ts'
import { scoreText } from '../model.ts'
import { duration, number } from '../format.ts'
import { OUTCOMES } from '../outcomes.ts'
import { Scroll } from './scroll.tsx'

type Entry = CheckEntry & Pick<SubmissionEntry, 'counts'>

interface Props {
  readonly title: 'Submissions' | 'Checks'
  readonly entries: readonly Entry[] | undefined
  /** When the trial began. */
  readonly startedAt: string
}

const ABOUT = {
  Submissions: 'projects that were judged while the agent worked',
  Checks: 'projects on which the agent ran the visible suites; in no score',
} as const

/** The projects that were judged while the agent worked. Renders nothing if there are none. */
export function Submissions({ title, entries = [], startedAt }: Props) {
  if (entries.length === 0) return null
  const id = `${title.toLowerCase()}-title`
  const timed = entries.map((entry) => ({ ...entry, after: Math.max(0, Date.parse(entry.at) - Date.parse(startedAt)) }))
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {title} <small>{ABOUT[title]}</small>
      </h2>
      {timed.length > 1 && <Plot entries={timed} label={`Points of each of the ${title.toLowerCase()}`} />}
      <Scroll label={title}>
        <table class="digests submissions">
          <thead>
            <tr>
              <th scope="col">Number</th>
              <th scope="col" class="num">
                Begun after
              </th>
              <th scope="col" class="num">
                Took
              </th>
              <th scope="col">Outcome</th>
              <th scope="col" class="num">
                Points
              </th>
              <th scope="col" class="num">
                Score
              </th>
              <th scope="col">Project</th>
            </tr>
          </thead>
          <tbody>
            {timed.map((entry) => (
              <Row key={entry.number} entry={entry} />
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  )
}

/** Milliseconds since the trial began. */
type Timed = Entry & { readonly after: number }

function Row({ entry }: { readonly entry: Timed }) {
  const { number: index, after, seconds, outcome, points, score, digest, counts } = entry
  return (
    <tr class={counts ? 'counts' : ''}>
      <th scope="row">
        {index} {counts && <b>counts</b>}
      </th>
      <td class="num">{duration(after)}</td>
      <td class="num">{duration(seconds * 1000)}</td>
      <td>{OUTCOMES[outcome]}</td>
      <td class="num">
        {number(points.passed)} of {number(points.total)}
      </td>
      <td class="num">
        {scoreText({
          unjudged: points.unjudged,
          share: { passed: score ?? 0, total: score === null ? 0 : 1, unjudged: 0 },
        })}
      </td>
      <td>
        <code title={digest}>{digest.slice(0, 12)}</code>
      </td>
    </tr>
  )
}

const [WIDTH, HEIGHT, LEFT, TOP] = [560, 120, 44, 14]
/** Most labels of an axis: more would overlap. */
const MOST_LABELS = 12

/** The share of points of each project, by number. */
function Plot({ entries, label }: { readonly entries: readonly Timed[]; readonly label: string }) {
  const most = Math.max(...entries.map(({ points }) => points.total), 1)
  const x = (index: number) => LEFT + 20 + ((WIDTH - 40) * index) / Math.max(1, entries.length - 1)
  const y = (points: number) => TOP + HEIGHT * (1 - points / most)
  const every = Math.ceil(entries.length / MOST_LABELS)
  return (
    <svg
      class="submission-plot"
      viewBox={`0 0 ${String(LEFT + WIDTH + 20)} ${String(TOP + HEIGHT + 36)}`}
      role="img"
      aria-label={`${label}; the table below has the numbers`}
    >
      <path class="axes" d={`M${String(LEFT)} ${String(TOP)}V${String(TOP + HEIGHT)}H${String(LEFT + WIDTH + 16)}`} />
      {[0, most].map((points) => (
        <text key={points} x={LEFT - 6} y={y(points) + 4} text-anchor="end">
          {number(points)}
        </text>
      ))}
      <polyline
        points={entries.map(({ points }, index) => `${String(x(index))},${String(y(points.passed))}`).join(' ')}
      />
      {entries.map(({ number: index, points, counts, after }, place) => (
        <g key={index}>
          <circle class={counts ? 'counts' : ''} cx={x(place)} cy={y(points.passed)} r={counts ? 6 : 4}>
            <title>{`${String(index)}: ${number(points.passed)} of ${number(points.total)} points`}</title>
          </circle>
          {place % every === 0 && (
            <>
              <text class="name" x={x(place)} y={TOP + HEIGHT + 16} text-anchor="middle">
                {index}
              </text>
              <text x={x(place)} y={TOP + HEIGHT + 31} text-anchor="middle">
                {duration(after)}
              </text>
            </>
          )}
        </g>
      ))}
    </svg>
  )
}
