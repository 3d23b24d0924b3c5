import type { TrialInfo, TrialPage, VerdictView } from '../../data.ts'
import { causeOf, reasonLine, sharedReason } from '../../reason.ts'
import { earnedText, limitText } from '../../../points.ts'
import { filterHref } from '../filter.ts'
import { count, duration, number } from '../format.ts'
import { at, type Model } from '../model.ts'
import { SHOWN, StatusChip } from '../status.tsx'
import { wordsOf } from '../words.ts'
import { Breakable } from './breakable.tsx'
import { foldedByCause, SameCause } from './same-cause.tsx'

interface Props {
  readonly model: Model
  readonly trial: TrialInfo
  readonly page: TrialPage
}

/** All verdicts of a trial, page by page. */
export function VerdictList({ model, trial, page }: Props) {
  const mission = model.mission(trial)
  const { testcodes } = mission
  const words = wordsOf(mission)
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
      {model.showsRunnable(trial) && (
        <ul class="points">
          <Row
            verdict={at(page.verdicts, 0)}
            name={model.functionOf({ trial, index: 0 })}
            expects={words.expectsRunnable}
            address={model.pointHref({ trial, index: 0 })}
          />
        </ul>
      )}
      {pages.map((name) => (
        <section key={name}>
          <h3>{name}</h3>
          <Rows
            noun={words.testcode}
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

interface RowsProps {
  readonly rows: readonly RowProps[]
  /** `testcode`, or `test`. */
  readonly noun: string
}

function Rows({ rows, noun }: RowsProps) {
  return (
    <ul class="points">
      {foldedByCause(rows, causeKey).map((same) => {
        const [row] = same
        if (!row) return null
        if (same.length === 1) return <Row key={row.address} {...row} />
        return (
          <SameCause
            key={row.address}
            status={row.verdict?.status ?? 'pending'}
            counted={count(same.length, noun)}
            cause={sharedReason(same.map(({ verdict }) => reasonLine(verdict?.reason ?? '')))}
          >
            {() => same.map((each) => <Row key={each.address} {...each} />)}
          </SameCause>
        )
      })}
    </ul>
  )
}

/** Undefined for a row that passed, has no reason or no verdict. */
function causeKey({ verdict }: RowProps): string | undefined {
  if (verdict?.reason === undefined || verdict.status === 'passed') return undefined
  return JSON.stringify([verdict.status, causeOf(verdict.reason)])
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
          <b>
            <Breakable name={name} />
          </b>{' '}
          {!verdict.testcode.endsWith(name) && <code>{verdict.testcode}</code>}
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
