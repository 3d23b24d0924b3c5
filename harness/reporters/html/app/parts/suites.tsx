import type { GroupInfo, MissionInfo, SuiteScore, Tally, TrialInfo } from '../../data.ts'
import { count, number } from '../format.ts'
import { ratioOf, scoreOf, scoreText, sumOf, type Model } from '../model.ts'
import { heatColour } from './heatmap.tsx'
import { Scroll } from './scroll.tsx'

/** The suites of a trial and their contributions to the score, if its mission has several. */
export function TrialSuites({ model, trial }: { readonly model: Model; readonly trial: TrialInfo }) {
  const { suites = [] } = trial.scored ?? {}
  if (suites.length === 0) return null
  const testers = testersOf(model.mission(trial))
  const score = scoreOf([trial])
  return (
    <section aria-labelledby="suites-title">
      <h2 id="suites-title">
        Suites <small>{howScored(trial)}</small>
      </h2>
      <Scroll label="Suites">
        <table class="digests suites">
          <thead>
            <tr>
              <SuiteHeads />
              <th scope="col" class="num">
                Points
              </th>
              <th scope="col" class="num">
                Score
              </th>
            </tr>
          </thead>
          <tbody>
            {suites.map((suite) => (
              <tr key={suite.suite}>
                <SuiteCells suite={suite} tester={testers.get(suite.suite)} />
                <td class="num">{pointsOf(suite)}</td>
                <td class="num">
                  <Heat tally={suite} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={3}>
                Mission
              </th>
              <td class="num">{pointsOf(score)}</td>
              <td class="num">
                <b>{scoreText(score)}</b>
              </td>
            </tr>
          </tfoot>
        </table>
      </Scroll>
    </section>
  )
}

interface Column {
  readonly group: GroupInfo
  readonly trials: readonly TrialInfo[]
}

interface MissionSuitesProps {
  readonly model: Model
  readonly mission: MissionInfo
  readonly columns: readonly Column[]
}

/** The suites of a mission, and the result of each group over its samples. */
export function MissionSuites({ mission, columns }: MissionSuitesProps) {
  const { suites = [] } = mission
  const [first] = columns.flatMap(({ trials }) => trials).filter(({ scored }) => scored !== undefined)
  if (suites.length < 2) return null
  const testers = testersOf(mission)
  return (
    <section aria-labelledby="suites-title">
      <h2 id="suites-title">
        Suites <small>{first && howScored(first)}</small>
      </h2>
      <Scroll label="Suites">
        <table class="digests suites">
          <thead>
            <tr>
              <SuiteHeads />
              {columns.map(({ group }) => (
                <th scope="col" class="num" key={group.name}>
                  {group.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {suites.map(({ id, weight }) => (
              <tr key={id}>
                <SuiteCells suite={{ suite: id, weight }} tester={testers.get(id)} />
                {columns.map(({ group, trials }) => (
                  <td class="num" key={group.name}>
                    <GroupCell tally={suiteOf(trials, id)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <h2>Testcodes</h2>
    </section>
  )
}

function GroupCell({ tally }: { readonly tally: Tally }) {
  return (
    <>
      <Heat tally={tally} /> <small>{pointsOf(tally)}</small>
    </>
  )
}

function suiteOf(trials: readonly TrialInfo[], id: string): Tally {
  return sumOf(trials.flatMap(({ scored }) => (scored?.suites ?? []).filter(({ suite }) => suite === id)))
}

function testersOf({ suites = [] }: MissionInfo): ReadonlyMap<string, string> {
  return new Map(suites.map(({ id, tester }) => [id, tester]))
}

function howScored({ scored }: TrialInfo): string {
  return scored?.scoring === 'mean'
    ? 'the score of the mission is the mean of their scores by weight'
    : 'the points of all of them together are the score'
}

function SuiteHeads() {
  return (
    <>
      <th scope="col">Suite</th>
      <th scope="col">Tester</th>
      <th scope="col" class="num">
        Weight
      </th>
    </>
  )
}

interface SuiteCellsProps {
  readonly suite: Pick<SuiteScore, 'suite' | 'weight'>
  readonly tester: string | undefined
}

function SuiteCells({ suite: { suite, weight }, tester }: SuiteCellsProps) {
  return (
    <>
      <th scope="row">{suite}</th>
      <td>{tester}</td>
      <td class="num">{number(weight)}</td>
    </>
  )
}

function pointsOf({ passed, total }: Tally): string {
  return total === 0 ? 'none' : `${number(passed)} of ${count(total, 'point')}`
}

function Heat({ tally }: { readonly tally: Tally }) {
  const share = ratioOf(tally)
  return (
    <span class="heat" style={{ backgroundColor: heatColour(share) }}>
      {scoreText({ unjudged: tally.unjudged, share: tally })}
    </span>
  )
}
