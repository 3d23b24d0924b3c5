import type { TrialInfo, TrialPage, VerdictView } from '../../data.ts'
import { reasonLine } from '../../reason.ts'
import { earnedText, limitText } from '../../../points.ts'
import { duration } from '../format.ts'
import { at, type Model } from '../model.ts'
import { StatusChip } from '../status.tsx'

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
      <h2>Verdicts</h2>
      <ul class="points">
        <Row
          verdict={at(page.verdicts, 0)}
          name="Runnable"
          expects={isLibrary ? 'It has files of the library.' : 'It starts and answers.'}
          address={model.pointHref({ trial, index: 0 })}
        />
      </ul>
      {pages.map((name) => (
        <section key={name}>
          <h3>{name}</h3>
          <ul class="points">
            {rowsOf(name).map(({ testcode, index }) => (
              <Row
                key={testcode.id}
                verdict={verdictAt(index)}
                name={testcode.function}
                expects={testcode.expects}
                address={model.pointHref({ trial, index })}
              />
            ))}
          </ul>
        </section>
      ))}
    </section>
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
