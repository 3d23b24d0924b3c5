/** Table 5: similarity of each part to the canonical solution. */
import { variantOf } from '../../../contracts/variants.ts'
import { groupBy } from '../../../lib/collections/group-by.ts'
import {
  averageRow,
  meanOverMissions,
  type TableColumn,
  type TableContent,
  type TableRow,
} from '../../../lib/statistics/paper-table.ts'
import { agentNames } from '../../../lib/statistics/row-names.ts'
import type { RunData } from '../../../lib/statistics/sides.ts'
import { pluralise } from '../../../lib/wording/count.ts'

const [CASCADE, DIRECT] = ['Cascade', 'Direct']
const CHECKLIST = 'checklist'
/** The scores of each variant, in the order of the paper. */
const indicators: readonly (Omit<TableColumn, 'digits'> & { readonly variant: string; readonly score: string })[] = (
  [
    [CASCADE, 1, [CHECKLIST, 'skeleton', 'code', 'parameters']],
    [CASCADE, 2, ['skeleton', 'code', 'parameters']],
    [DIRECT, 1, ['code', 'parameters']],
    [DIRECT, 2, ['code', 'parameters']],
    [DIRECT, 3, ['code', 'parameters']],
  ] as const
).flatMap(([group, level, scores]) =>
  scores.map((score) => ({
    group: `${group}, level ${String(level)}`,
    name: { [CHECKLIST]: 'CL', skeleton: 'SK', code: 'Code', parameters: 'PV' }[score],
    variant: variantOf(level, group === CASCADE ? 'cascade' : 'direct'),
    score,
  })),
)

/** Means over missions and samples, in the setting `paper`: a project without the part counts as 0. */
export function similarities(runs: readonly RunData[]): TableContent {
  const nameOf = agentNames(runs)
  const known = runs.flatMap((run) => scoredTrials(run, nameOf))
  const unmade = known.filter(({ isUnmade }) => isUnmade)
  const rows = [...groupBy(known, ({ agent }) => agent)].map(([agent, trials]): TableRow => {
    const cells = indicators.map(({ variant, score }) => {
      const own = trials.filter((trial) => trial.variant === variant && !trial.isUnmade)
      // The first trials to end are those without a project: their mean would be taken for that of all.
      if (own.some(({ isOpen }) => isOpen)) return null
      // Without such a score nobody has compared the project, which is not the same as a similarity of 0.
      const compared = own.filter(({ scores }) => scores.has(score))
      const average = meanOverMissions(
        compared,
        ({ mission }) => mission,
        ({ scores }) => scores.get(score) ?? 0,
      )
      return average === null ? null : average * 100
    })
    return { name: agent, cells }
  })
  const open = known.filter(({ isOpen }) => isOpen).length
  const unscored = known.filter(({ scores, isOpen }) => scores.size === 0 && !isOpen).length
  const lexical = known.some(
    ({ variant, scores }) => variant === variantOf(1, 'cascade') && scores.has(`lexical-${CHECKLIST}`),
  )
  return {
    of: 'Model',
    columns: indicators.map(({ group, name }) => ({ group, name, digits: 2 })),
    rows: [...rows, ...averageRow('Average', rows)],
    notes: [
      ...(lexical
        ? ['CL compares by meaning: score with --embedder transformers. Scores of words alone are not shown.']
        : []),
      ...(open > 0
        ? [
            `Cells are empty until all of their trials are scored: ${pluralise(open, 'trial')} to go. pe score RUN scores each project that there is.`,
          ]
        : []),
      ...(unmade.length > 0
        ? [`In no cell, because no project could be made, through no fault of the agent: ${missionsOf(unmade)}.`]
        : []),
      ...(unscored > 0
        ? [`In no cell: ${pluralise(unscored, 'trial')} without similarities. pe score RUN computes them.`]
        : []),
    ],
  }
}

function missionsOf(trials: readonly ScoredTrial[]): string {
  return [...new Set(trials.map(({ mission }) => mission))].toSorted().join(', ')
}

interface ScoredTrial {
  readonly agent: string
  readonly mission: string
  readonly variant: string
  /** Null if the project has no such part. */
  readonly scores: ReadonlyMap<string, number | null>
  /** Something other than the agent failed before there was a project. */
  readonly isUnmade: boolean
  /** It has neither ended nor been scored. */
  readonly isOpen: boolean
}

function scoredTrials(
  { run, trials, similarities: all }: RunData,
  nameOf: ReturnType<typeof agentNames>,
): ScoredTrial[] {
  const byTrial = groupBy(
    all.filter(({ setting }) => setting === 'paper'),
    ({ trial }) => trial,
  )
  const outcomes = new Map(trials.map(({ trial, outcome }) => [trial.id, outcome]))
  return run.trials.map(({ id, agent, mission, variant }) => {
    const scores = new Map((byTrial.get(id) ?? []).map(({ name, value }) => [name, value]))
    const outcome = outcomes.get(id)
    const isUnmade = outcome === 'unjudged' && scores.size > 0 && [...scores.values()].every((value) => value === null)
    const isOpen = outcome === undefined && scores.size === 0
    return { agent: nameOf({ run, agent }), mission, variant, scores, isUnmade, isOpen }
  })
}
