import type { TrialInfo, TrialPage, VerdictView } from '../../data.ts'
import { groupBy } from '../../../../lib/collections/group-by.ts'
import { causeOf, reasonLine } from '../../reason.ts'
import { earnedText, limitText } from '../../../points.ts'
import { filterHref } from '../filter.ts'
import { count, duration, number } from '../format.ts'
import { at, type Model } from '../model.ts'
import { SHOWN, StatusChip } from '../status.tsx'

interface Props {
  readonly model: Model
  readonly trial: TrialInfo
  readonly page: TrialPage
}

/** All verdicts of a trial, page by page. */
export function VerdictList({ model, trial, page }: Props) {
  const { testcodes, kind } = model.mission(trial)
  const isLibrary = kind === 'library'
  const pages = [...new Set(testcodes.map((testcode) => testcode.page))]
  const rowsOf = (name: string) =>
    testcodes.flatMap((testcode, place) => (testcode.page === name ? [{ testcode, index: place + 1 }] : []))
  const verdictAt = (index: number) =>
    page.verdicts.find(({ testcode }) => testcode === model.testcodeId({ trial, index }))
  return (
    <section class="verdicts">
      <h2>
        Verdicts <NotPassed model={model} trial={trial} />
      </h2>
      <ul class="points">
        <Row
          verdict={at(page.verdicts, 0)}
          name="Runnable"
          expects={isLibrary ? 'Its files are there, and its tests can begin.' : 'It starts and answers.'}
          address={model.pointHref({ trial, index: 0 })}
        />
      </ul>
      {pages.map((name) => (
        <section key={name}>
          <h3>{name}</h3>
          <Rows
            rows={rowsOf(name).map(({ testcode, index }) => ({
              verdict: verdictAt(index),
              name: testcode.function,
              expects: testcode.expects,
              address: model.pointHref({ trial, index }),
            }))}
          />
        </section>
      ))}
    </section>
  )
}

/** Leads to the list of what did not pass, which a long list of verdicts hides. */
function NotPassed({ model, trial }: Pick<Props, 'model' | 'trial'>) {
  const open = model.points(trial).filter(({ status }) => status !== 'passed' && status !== 'excluded')
  if (open.length === 0) return null
  const statuses = SHOWN.filter((status) => open.some((point) => point.status === status))
  const filter = { statuses, group: model.group(trial).name, mission: model.mission(trial).id, text: '' }
  return (
    <small>
      <a href={filterHref(filter)}>{number(open.length)} did not pass</a>
    </small>
  )
}

/** As many rows that did not pass for one reason are shown as one, which opens. */
const FOLDED = 4

/** The rows in their order, but rows that did not pass for one reason stand together, in the place of the first one. */
function Rows({ rows }: { readonly rows: readonly RowProps[] }) {
  const causes = [...groupBy(rows, (row) => causeKey(row) ?? row.address).values()]
  return (
    <ul class="points">
      {causes.map((same) =>
        same.length < FOLDED ? (
          same.map((row) => <Row key={row.address} {...row} />)
        ) : (
          <SameReason key={same[0]?.address} rows={same} />
        ),
      )}
    </ul>
  )
}

/** Undefined for a row that passed, has no reason or no verdict. */
function causeKey({ verdict }: RowProps): string | undefined {
  if (verdict?.reason === undefined || verdict.status === 'passed') return undefined
  return JSON.stringify([verdict.status, causeOf(verdict.reason)])
}

function SameReason({ rows }: { readonly rows: readonly RowProps[] }) {
  const verdict = rows[0]?.verdict
  if (!verdict) return null
  return (
    <li>
      <details class="same">
        <summary>
          <StatusChip status={verdict.status} />
          <span class="what">
            <b>{count(rows.length, 'testcode')}</b>
          </span>
          <span class="where">for the same reason</span>
          <span class="reason">{causeOf(verdict.reason ?? '')}</span>
        </summary>
        <ul class="points">
          {rows.map((row) => (
            <Row key={row.address} {...row} />
          ))}
        </ul>
      </details>
    </li>
  )
}

interface RowProps {
  readonly verdict: VerdictView | undefined
  readonly name: string
  readonly expects: string
  readonly address: string
}

function Row({ verdict, name, expects, address }: RowProps) {
  if (!verdict) return null
  return (
    <li>
      <a href={address}>
        <StatusChip status={verdict.status} />
        <span class="what">
          <b>{name}</b> {!verdict.testcode.endsWith(name) && <code>{verdict.testcode}</code>}
        </span>
        <span class="where num">{factsOf(verdict)}</span>
        <span class="reason">{verdict.status === 'passed' ? expects : reasonLine(verdict.reason ?? '')}</span>
      </a>
    </li>
  )
}

function factsOf(verdict: VerdictView): string {
  const time = verdict.milliseconds > 0 ? duration(verdict.milliseconds) : undefined
  return [earnedText(verdict), limitText(verdict), time].filter((fact) => fact !== undefined).join(' · ')
}
