/** The tables of the paper of ProjDevBench: scores by difficulty, and the effort for each problem. */
import type { TrialRecord } from '../../contracts/schema.ts'
import { SUBMISSION_STATUSES } from '../../contracts/vocabulary.ts'
import { groupBy } from '../../lib/collections/group-by.ts'
import { spearman, type ValuePair } from '../../lib/statistics/correlation.ts'
import { agentOf } from '../../lib/statistics/leaderboard.ts'
import type { PaperTable, TableContent, TableRow } from '../../lib/statistics/paper-table.ts'
import { unscoredOf } from '../../lib/statistics/parts.ts'
import { sidesOf, type RunData } from '../../lib/statistics/sides.ts'
import { judgedPart, missingPart, tallyOf } from '../../lib/statistics/trial-score.ts'

export const projDevBenchTables: readonly PaperTable[] = [
  { id: '2', title: 'Execution, code review and final score, of 100', make: scores },
  { id: '3', title: 'Status of submissions', make: statuses },
  { id: '4', title: 'Spearman correlations over problems', make: correlations },
  { id: '6', title: 'Final score and effort by problem', make: effort },
]

/** Problems of a difficulty; without one, all. */
const DIFFICULTIES = [
  { group: 'Easy', tag: 'easy' },
  { group: 'Hard', tag: 'hard' },
  { group: 'Overall', tag: undefined },
] as const

/** A trial with the tags of its problem. */
interface TaggedTrial {
  readonly agent: string
  readonly trial: TrialRecord
  readonly tags: readonly string[]
}

function taggedTrials(runs: readonly RunData[]): TaggedTrial[] {
  return runs.flatMap(sidesOf).flatMap((side) => {
    const tags = new Map(side.run.benchmark.missions.map((mission) => [mission.id, mission.tags ?? []]))
    return side.trials.map((trial) => ({ agent: agentOf(side), trial, tags: tags.get(trial.trial.mission) ?? [] }))
  })
}

function scores(runs: readonly RunData[]): TableContent {
  const all = taggedTrials(runs)
  const scored = all.filter(({ trial }) => missingPart(trial) === undefined)
  const rows = [...groupBy(scored, ({ agent }) => agent)].map(([agent, own]): TableRow => ({
    name: agent,
    cells: DIFFICULTIES.flatMap(({ tag }) => {
      const trials = own.filter(({ tags }) => tag === undefined || tags.includes(tag)).map(({ trial }) => trial)
      return [
        mean(trials.map((trial) => judgedPart(trial, 'execution'))),
        mean(trials.map((trial) => judgedPart(trial, 'review'))),
        mean(trials.map(finalScore)),
      ].map((value) => value && value * 100)
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
      ...(scored.some(({ trial }) => tallyOf(trial).unjudged > 0)
        ? ['Final scores are lower bounds: what was not judged counts as 0. Exec. and CR are of what was judged.']
        : []),
      ...(all.every(({ tags }) => tags.length === 0)
        ? ['These runs do not record which problems are easy or hard.']
        : []),
    ],
  }
}

/** A lower bound; null if the benchmark excludes a part of the problem. */
function finalScore(trial: TrialRecord): number | null {
  const { passed, total } = tallyOf(trial)
  return total === 0 ? null : passed / total
}

function statuses(runs: readonly RunData[]): TableContent {
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
        ? [`${String(unknown)} submissions have no status: nothing of them was judged, or an older version did.`]
        : []),
    ],
  }
}

const MILLION = 1_000_000

/** Means over all agents. */
interface ProblemEffort {
  readonly problem: string
  readonly final: number | null
  readonly tokens: number | null
}

function effortOf(runs: readonly RunData[]): ProblemEffort[] {
  const problems = groupBy(
    runs.flatMap(({ trials }) => trials),
    ({ trial }) => trial.mission,
  )
  return [...problems]
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([problem, trials]) => ({
      problem,
      final: mean(trials.map(finalScore)),
      tokens: mean(trials.map(tokensOf)),
    }))
}

const UNRECORDED = 'Turns are not recorded, and the sizes of human solutions were not published as data.'

/** Pairs of the paper; those of which a side is not recorded have no numbers. */
function correlations(runs: readonly RunData[]): TableContent {
  const pairs = effortOf(runs).flatMap(({ final, tokens }): ValuePair[] =>
    final === null || tokens === null ? [] : [[tokens, final]],
  )
  const found = spearman(pairs)
  const unknown = [
    ...['Turns vs. score', 'Net lines vs. score', 'File count vs. score', 'File count vs. turns'],
    ...['Net lines vs. turns', 'Turns vs. tokens', 'Net lines vs. file count'],
  ]
  return {
    of: 'Pair of variables',
    columns: [
      { group: '', name: 'Spearman ρ', digits: 3 },
      { group: '', name: 'p', digits: 4 },
    ],
    rows: [
      { name: 'Tokens vs. score', cells: [found?.coefficient ?? null, found?.p ?? null] },
      ...unknown.map((name): TableRow => ({ name, cells: [null, null] })),
    ],
    notes: [`Over ${String(pairs.length)} problems with a score and known tokens. ${UNRECORDED}`],
  }
}

function effort(runs: readonly RunData[]): TableContent {
  const rows = effortOf(runs).map(({ problem, final, tokens }): TableRow => ({
    name: problem,
    cells: [final && final * 100, tokens && tokens / MILLION],
  }))
  return {
    of: 'Problem',
    columns: [
      { group: '', name: 'Final score', digits: 2 },
      { group: '', name: 'Tokens (M)', digits: 2 },
    ],
    rows,
    notes: [`Means over all agents of these runs. ${UNRECORDED}`],
  }
}

/** Of all calls of the agent; null if the agent does not report them. */
function tokensOf({ agent }: TrialRecord): number | null {
  const tokens = agent?.tokens
  return tokens ? tokens.input + tokens.output : null
}

function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}
