import type { GroupInfo, MissionInfo, TrialInfo } from '../../data.ts'
import { NotHere } from '../parts/problem.tsx'
import { moveInTable } from '../keys.tsx'
import { areAllPending, ratioOf, scoreOf, trialsText, type Model } from '../model.ts'
import { heatColour } from '../parts/heatmap.tsx'
import { href } from '../route.ts'
import { STATUS_TEXTS, StatusIcon, statusOf, type Shown } from '../status.tsx'
import { Breakable } from '../parts/breakable.tsx'
import { Scroll } from '../parts/scroll.tsx'
import { MissionSuites } from '../parts/suites.tsx'
import { earnedText } from '../../../points.ts'
import { wordsOf } from '../words.ts'

interface Props {
  readonly model: Model
  readonly id: string
  /** The beginning of its digest, where two runs have different missions of one name. */
  readonly digest: string | undefined
  readonly query: URLSearchParams
}

/** One mission, page × function: every testcode of every trial. */
export function MissionPage({ model, id, digest }: Props) {
  const { missions, groups } = model.overview
  const index = missions.findIndex((mission) => mission.id === id && mission.digest.startsWith(digest ?? ''))
  const mission = missions[index]
  if (!mission) return <NotHere what={`No mission is called “${id}”.`} />
  const columns = groups
    .map((group, column) => ({ group, trials: model.cell(index, column) }))
    .filter(({ trials }) => trials.length > 0)
  const words = wordsOf(mission)
  const expecting = mission.testcodes.filter(({ expects }) => expects !== '')
  const showsRunnable = columns.some(({ trials }) => trials.some((trial) => model.showsRunnable(trial)))
  const pages = pagesOf(mission, showsRunnable ? words.runnable.column : undefined)
  return (
    <section class="page">
      <p class="crumbs">
        <a href={href([])} data-key="u">
          Overview
        </a>
      </p>
      <h1 tabIndex={-1}>
        {mission.title} <small>{mission.kind}</small>
      </h1>
      <MissionSuites model={model} mission={mission} columns={columns} />
      <Scroll label={words.table}>
        <table class={mission.kind === 'library' ? 'functions tests' : 'functions'} onKeyDown={moveInTable}>
          <caption class="visually-hidden">{words.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{words.rows}</th>
              {columns.map((column) => (
                <ColumnHead key={column.group.name} model={model} {...column} />
              ))}
            </tr>
          </thead>
          {pages.map(({ page, functions }, place) => (
            <tbody key={page}>
              {page !== '' && (
                <tr class="page-row">
                  <th scope="rowgroup" colSpan={columns.length + 1}>
                    {page}
                  </th>
                </tr>
              )}
              {functions.map(({ name, points }, row) => (
                <tr key={name}>
                  <th scope="row">
                    <Breakable name={name} />
                  </th>
                  {columns.map(({ group, trials }, column) => (
                    <td key={group.name}>
                      {trials.map((trial, sample) => (
                        <Squares
                          key={trial.id}
                          model={model}
                          trial={trial}
                          points={points}
                          entry={place === 0 && row === 0 && column === 0 && sample === 0}
                        />
                      ))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </Scroll>
      {expecting.length > 0 && (
        <>
          <h2>What each {words.testcode} expects</h2>
          <dl class="expects">
            {expecting.map((testcode) => (
              <div key={testcode.id}>
                <dt>
                  <code>{testcode.id}</code>
                </dt>
                <dd>{testcode.expects}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  )
}

function ColumnHead({
  model,
  group,
  trials,
}: {
  readonly model: Model
  readonly group: GroupInfo
  readonly trials: readonly TrialInfo[]
}) {
  const ratio = areAllPending(trials) ? null : ratioOf(scoreOf(trials).share)
  return (
    <th scope="col">
      {group.label}
      <span class="head-score" style={{ backgroundColor: heatColour(ratio) }}>
        {trialsText(trials)}
      </span>
      <span class="samples">
        {trials.map((trial) => (
          <a
            key={trial.id}
            href={model.trialHref(trial)}
            aria-label={`Trial of ${group.label}, sample ${String(trial.sample)}`}
          >
            #{trial.sample}
          </a>
        ))}
      </span>
    </th>
  )
}

interface FunctionRow {
  readonly name: string
  /** Indices of its points. */
  readonly points: readonly number[]
}

/**
 * The runnable point, then pages with their functions in the order of the mission.
 * @param runnable The name of the runnable point; undefined to leave it out
 */
function pagesOf(
  { testcodes }: MissionInfo,
  runnable: string | undefined,
): { page: string; functions: FunctionRow[] }[] {
  const pages = new Map<string, Map<string, number[]>>()
  for (const [index, { page, function: name }] of testcodes.entries()) {
    const functions = pages.get(page) ?? new Map<string, number[]>()
    pages.set(page, functions)
    functions.set(name, [...(functions.get(name) ?? []), index + 1])
  }
  const rows = [...pages].map(([page, functions]) => ({
    page,
    functions: [...functions].map(([name, points]) => ({ name, points })),
  }))
  return runnable === undefined ? rows : [{ page: '', functions: [{ name: runnable, points: [0] }] }, ...rows]
}

interface SquaresProps {
  readonly model: Model
  readonly trial: TrialInfo
  readonly points: readonly number[]
  readonly entry: boolean
}

function Squares({ model, trial, points, entry }: SquaresProps) {
  return (
    <span class="squares">
      {points.map((index, place) => {
        const status = statusOf(trial.points.charAt(index))
        const id = model.testcodeId({ trial, index })
        const title = `${id}, sample ${String(trial.sample)}: ${STATUS_TEXTS[status].label}${worthText(trial, index, status)}`
        return (
          <a
            key={index}
            href={model.pointHref({ trial, index })}
            class={`square fill-${status}`}
            title={title}
            aria-label={title}
            data-cell
            tabIndex={entry && place === 0 ? 0 : -1}
          >
            <StatusIcon status={status} />
          </a>
        )
      })}
    </span>
  )
}

function worthText(trial: TrialInfo, index: number, status: Shown): string {
  const [earned, of] = trial.worth?.[index] ?? []
  if (earned === undefined || of === undefined || status === 'pending') return ''
  const text = earnedText({ status, points: { earned, of } })
  return text === undefined ? '' : `, ${text}`
}
