/** Table 2, scores by difficulty; table 3, the status of submissions. */
import { SUBMISSION_STATUSES } from '../../../contracts/vocabulary.ts'
import type { TrialRecord } from '../../../contracts/schema.ts'
import { groupBy } from '../../../lib/collections/group-by.ts'
import { meanOverMissions, type TableContent, type TableRow } from '../../../lib/statistics/paper-table.ts'
import { unscoredOf } from '../../../lib/statistics/parts.ts'
import type { RunData } from '../../../lib/statistics/sides.ts'
import { judgedPart, missingPart, tallyOf } from '../../../lib/statistics/trial-score.ts'
import { pluralise } from '../../../lib/wording/count.ts'
import { finalScore, openNotes, trialsIn } from './trials.ts'

/** Problems of a difficulty; without one, all. */
const DIFFICULTIES = [
  { group: 'Easy', tag: 'easy' },
  { group: 'Hard', tag: 'hard' },
  { group: 'Overall', tag: undefined },
] as const

export function scores(runs: readonly RunData[]): TableContent {
  const all = trialsIn(runs)
  const scored = all.filter(({ trial }) => missingPart(trial) === undefined)
  const open = [
    ...new Set(scored.filter(({ trial }) => tallyOf(trial).unjudged > 0).map(({ trial }) => trial.trial.mission)),
  ]
  const rows = [...groupBy(scored, ({ agent }) => agent)].map(([agent, own]): TableRow => ({
    name: agent,
    cells: DIFFICULTIES.flatMap(({ tag }) => {
      const trials = own.filter(({ tags }) => tag === undefined || tags.includes(tag)).map(({ trial }) => trial)
      return [
        (trial: TrialRecord) => judgedPart(trial, 'execution'),
        (trial: TrialRecord) => judgedPart(trial, 'review'),
        finalScore,
      ]
        .map((value) => meanOverMissions(trials, ({ trial }) => trial.mission, value))
        .map((value) => value && value * 100)
    }),
  }))
  return {
    of: 'Agent and model',
    columns: DIFFICULTIES.flatMap(({ group }) => ['Exec.', 'CR', 'Final'].map((name) => ({ group, name, digits: 2 }))),
    rows,
    notes: [
      ...unscoredOf(all.map(({ trial }) => trial)).map(
        ({ missing, missions }) =>
          `In no cell, because nothing of their ${missing} can be judged here: ${missions.join(', ')}.`,
      ),
      ...openNotes(runs),
      ...(open.length > 0
        ? [`Exec. and CR leave out what was not judged; Final counts it as not passed: ${open.toSorted().join(', ')}.`]
        : []),
      ...(all.every(({ tags }) => tags.length === 0)
        ? ['These runs do not record which problems are easy or hard.']
        : []),
    ],
  }
}

export function statuses(runs: readonly RunData[]): TableContent {
  const all = runs.flatMap(({ trials }) => trials.flatMap(({ submissions = [] }) => submissions))
  const known = all.flatMap(({ status }) => status ?? [])
  const rows = SUBMISSION_STATUSES.map((status): TableRow => {
    const count = known.filter((each) => each === status).length
    return { name: status, cells: [count, known.length === 0 ? null : (count / known.length) * 100] }
  })
  const unknown = all.length - known.length
  return {
    of: 'Status',
    columns: [
      { group: '', name: 'Count', digits: 0 },
      { group: '', name: 'Percentage', digits: 2 },
    ],
    rows,
    notes: [
      'A submission has the status of its first point that was not accepted.',
      ...(unknown > 0
        ? [`${pluralise(unknown, 'submission')} without a status: not judged to the end, or by an older version.`]
        : []),
    ],
  }
}
