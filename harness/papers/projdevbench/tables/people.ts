/** Figure 5: how far the scores of the judging model agree with those of people. */
import type { JudgedCriterion } from '../../../contracts/paper-tables.ts'
import type { Verdict } from '../../../contracts/schema.ts'
import { isJudged } from '../../../contracts/points.ts'
import { groupBy } from '../../../lib/collections/group-by.ts'
import { cohensKappa } from '../../../lib/statistics/agreement.ts'
import { pearson, spearman, type ValuePair } from '../../../lib/statistics/correlation.ts'
import { mean, type HumanJudgement, type TableContent, type TableInputs } from '../../../lib/statistics/paper-table.ts'
import type { RunData } from '../../../lib/statistics/sides.ts'
import { pluralise } from '../../../lib/wording/count.ts'
import { ruleKind } from '../review.ts'

/** Points of a criterion, as people give them. */
const MOST = 10
/** A model approves a requirement if it gives at least this many points. */
const APPROVED = 5

/** The scores of the model and of all people together for one criterion of one project. */
interface Compared {
  readonly model: number
  /** The mean of their scores, or whether most of them approve. Null if half of them do. */
  readonly people: number | boolean | null
}

export function agreement(runs: readonly RunData[], { people = [] }: TableInputs): TableContent {
  const compared = comparedIn(runs, people)
  const criteria = groupBy(people, keyOf).size
  const scored = compared.flatMap(({ model, people: found }): ValuePair[] =>
    typeof found === 'number' ? [[model, found]] : [],
  )
  const decided = compared.flatMap(({ model, people: found }) =>
    typeof found === 'boolean' ? [{ model: model >= APPROVED, people: found }] : [],
  )
  const count = (model: boolean, human: boolean) =>
    decided.filter((each) => each.model === model && each.people === human).length
  const confusion = {
    bothPassed: count(true, true),
    onlyHere: count(true, false),
    onlyThere: count(false, true),
    bothFailed: count(false, false),
  }
  const agreed = confusion.bothPassed + confusion.bothFailed
  const undecided = compared.filter(({ people: found }) => found === null).length
  return {
    of: 'Agreement',
    columns: [
      { group: '', name: 'Value', digits: 3 },
      { group: '', name: 'p', digits: 4 },
      { group: '', name: 'Criteria', digits: 0 },
    ],
    rows: [
      ...(
        [
          ['Pearson r of scores', pearson(scored)],
          ['Spearman ρ of scores', spearman(scored)],
        ] as const
      ).map(([name, found]) => ({ name, cells: [found?.coefficient ?? null, found?.p ?? null, scored.length] })),
      {
        name: 'Accuracy of decisions',
        cells: [decided.length === 0 ? null : agreed / decided.length, null, decided.length],
      },
      {
        name: 'Cohen’s κ of decisions',
        cells: [decided.length === 0 ? null : cohensKappa(confusion), null, decided.length],
      },
    ],
    notes: [
      ...(people.length === 0
        ? [
            'No person has judged anything yet: pe judge-check RUN --template FILE writes the file to fill in, and --people FILE reads it.',
          ]
        : [
            `${pluralise(people.length, 'judgement')} of people. A model approves a requirement with ${String(APPROVED)} of ${String(MOST)} points or more.`,
          ]),
      ...(undecided > 0
        ? [`Left out, because half of the people approve: ${pluralise(undecided, 'criterion', 'criteria')}.`]
        : []),
      ...(compared.length < criteria
        ? [
            `${String(criteria - compared.length)} of ${String(criteria)} criteria that people judged are left out: these runs have no such` +
              ' judgement of a model, or several and the file names no run.',
          ]
        : []),
    ],
  }
}

/** The criteria of reviews that a model judged. */
export function modelCriteria({ run, trials }: RunData): JudgedCriterion[] {
  const missions = new Map(run.benchmark.missions.map((mission) => [mission.id, mission]))
  return trials.flatMap(({ trial, verdicts }) => {
    const { suites = [], testcodes = [] } = missions.get(trial.mission) ?? {}
    const reviews = new Set(suites.filter(({ tester }) => tester === 'review').map(({ id }) => id))
    return verdicts.flatMap(({ testcode, suite = '' }) => {
      const { expects = '', page } = testcodes.find(({ id }) => id === testcode) ?? {}
      return reviews.has(suite) && page !== ruleKind.rule ? [{ trial: trial.id, testcode, criterion: expects }] : []
    })
  })
}

function comparedIn(runs: readonly RunData[], people: readonly HumanJudgement[]): Compared[] {
  const verdicts = runs.flatMap(verdictsOfModel)
  const named = groupBy(verdicts, keyOf)
  const unnamed = groupBy(verdicts, ({ trial, testcode }) => keyOf({ trial, testcode }))
  return [...groupBy(people, keyOf)].flatMap(([key, judgements]) => {
    // Without the name of a run it may be the criterion of several.
    const [only, other] = named.get(key) ?? unnamed.get(key) ?? []
    const model = other === undefined ? pointsOf(only?.verdict) : null
    return model === null ? [] : [{ model, people: together(judgements.map(({ value }) => value)) }]
  })
}

/** Without those of rules, which programs decide. */
function verdictsOfModel({ run, trials }: RunData) {
  const rules = new Map(
    run.benchmark.missions.map(({ id, testcodes }) => [
      id,
      new Set(testcodes.flatMap((each) => (each.page === ruleKind.rule ? [each.id] : []))),
    ]),
  )
  return trials.flatMap(({ trial, verdicts }) =>
    verdicts
      .filter(({ testcode }) => rules.get(trial.mission)?.has(testcode) !== true)
      .map((verdict) => ({ run: run.runId, trial: trial.id, testcode: verdict.testcode, verdict })),
  )
}

function keyOf({ run = '', trial, testcode }: Omit<HumanJudgement, 'value'>): string {
  return JSON.stringify([run, trial, testcode])
}

/** Of 10; null if it was not judged. */
function pointsOf(verdict: Verdict | undefined): number | null {
  if (!verdict || !isJudged(verdict.status) || verdict.points.of === 0) return null
  return (verdict.points.earned / verdict.points.of) * MOST
}

/** Scores are averaged, decisions taken by the majority. */
function together(values: readonly (number | boolean)[]): Compared['people'] {
  const scores = values.filter((value) => typeof value === 'number')
  if (scores.length > 0) return mean(scores)
  const approved = values.filter((value) => value === true).length
  return approved * 2 === values.length ? null : approved * 2 > values.length
}
