/** Tables 4 and 6, effort and score by problem; appendix H, their distribution. Means over all agents of the runs. */
import type { TrialRecord } from '../../../contracts/schema.ts'
import { groupBy } from '../../../lib/collections/group-by.ts'
import { pearson, spearman, type Correlation, type ValuePair } from '../../../lib/statistics/correlation.ts'
import { mean, type TableContent, type TableRow } from '../../../lib/statistics/paper-table.ts'
import type { RunData } from '../../../lib/statistics/sides.ts'
import { judgedPart } from '../../../lib/statistics/trial-score.ts'
import { pluralise } from '../../../lib/wording/count.ts'
import { HUMAN_SIZES } from './human.ts'
import { finalScore, openNotes } from './trials.ts'

const MILLION = 1_000_000

interface ProblemEffort {
  readonly problem: string
  /** From 0 to 1. */
  readonly score: number | null
  readonly tokens: number | null
  readonly turns: number | null
  /** Of human solutions. */
  readonly lines: number | null
  readonly files: number | null
}
type Variable = Exclude<keyof ProblemEffort, 'problem'>

function effortOf(runs: readonly RunData[]): ProblemEffort[] {
  const problems = groupBy(
    runs.flatMap(({ trials }) => trials),
    ({ trial }) => trial.mission,
  )
  return [...problems]
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([problem, trials]) => ({
      problem,
      score: mean(trials.map(finalScore)),
      tokens: mean(trials.map(tokensOf)),
      turns: mean(trials.map(turnsOf)),
      lines: HUMAN_SIZES[problem]?.lines ?? null,
      files: HUMAN_SIZES[problem]?.files ?? null,
    }))
}

/** Of all calls of the agent; null if the agent does not report them. */
function tokensOf({ agent }: TrialRecord): number | null {
  const tokens = agent?.tokens
  return tokens ? tokens.input + tokens.output || null : null
}

/** Answers of models; null for a coding tool whose calls were not observed. */
function turnsOf({ agent, trial }: TrialRecord): number | null {
  if (agent?.turns !== undefined) return agent.turns
  return agent === undefined || trial.agent.startsWith('command:') ? null : agent.calls || null
}

const OF_TRIAL = { tokens: tokensOf, turns: turnsOf } as const

/** Net lines and files come from the paper, so that they are known without the solutions. */
const SIZES = 'Net lines and files are those of human solutions, as the paper gives them.'

function unreportedNotes(runs: readonly RunData[]): string[] {
  const trials = runs.flatMap((run) => run.trials)
  const unknown = (['tokens', 'turns'] as const).filter((name) =>
    trials.some((trial) => OF_TRIAL[name](trial) === null),
  )
  return unknown.length === 0 ? [] : [`Some agents do not report their ${unknown.join(' and ')}.`]
}

export function effort(runs: readonly RunData[]): TableContent {
  const all = effortOf(runs)
  return {
    of: 'Problem',
    columns: [
      { group: '', name: 'Final score', digits: 2 },
      { group: '', name: 'Tokens (M)', digits: 2 },
      { group: '', name: 'Turns', digits: 1 },
      { group: '', name: 'Avg. lines', digits: 1 },
      { group: '', name: 'Files', digits: 0 },
    ],
    rows: all.map(({ problem, score, tokens, turns, lines, files }): TableRow => ({
      name: problem,
      cells: [score && score * 100, tokens && tokens / MILLION, turns, lines, files],
    })),
    notes: [`Means over all agents of these runs. ${SIZES}`, ...unreportedNotes(runs), ...openNotes(runs)],
  }
}

/** In the order of the paper. */
const PAIRS: readonly (readonly [string, Variable, Variable])[] = [
  ['Tokens vs. score', 'tokens', 'score'],
  ['Turns vs. score', 'turns', 'score'],
  ['Net lines vs. score', 'lines', 'score'],
  ['File count vs. score', 'files', 'score'],
  ['File count vs. turns', 'files', 'turns'],
  ['Net lines vs. turns', 'lines', 'turns'],
  ['Turns vs. tokens', 'turns', 'tokens'],
  ['Net lines vs. file count', 'lines', 'files'],
]

/** Problems in which both are known. */
function pairsOf(all: readonly ProblemEffort[], a: Variable, b: Variable): ValuePair[] {
  return all.flatMap((each): ValuePair[] => {
    const [x, y] = [each[a], each[b]]
    return x === null || y === null ? [] : [[x, y]]
  })
}

export function correlations(runs: readonly RunData[]): TableContent {
  const all = effortOf(runs)
  return {
    of: 'Pair of variables',
    columns: [
      { group: '', name: 'Spearman ρ', digits: 3 },
      { group: '', name: 'p', digits: 4 },
      { group: '', name: 'Problems', digits: 0 },
    ],
    rows: PAIRS.map(([name, a, b]): TableRow => {
      const pairs = pairsOf(all, a, b)
      return { name, cells: [...cellsOf(spearman(pairs)), pairs.length] }
    }),
    notes: [SIZES, ...unreportedNotes(runs), ...openNotes(runs)],
  }
}

function cellsOf(found: Correlation | null): [number | null, number | null] {
  return [found?.coefficient ?? null, found?.p ?? null]
}

/** Problems of the extremes, by their mean score. */
const [HIGH, LOW] = [0.8, 0.2]

export function distribution(runs: readonly RunData[]): TableContent {
  const all = effortOf(runs)
  const scores = all.flatMap(({ score }) => score ?? []).toSorted((a, b) => a - b)
  const trials = runs.flatMap((run) => run.trials)
  const overTrials = (x: (trial: TrialRecord) => number | null, y: (trial: TrialRecord) => number | null) =>
    trials.flatMap((trial): ValuePair[] => {
      const [a, b] = [x(trial), y(trial)]
      return a === null || b === null ? [] : [[a, b]]
    })
  const submissions = ({ submissions: judged }: TrialRecord) => judged?.length ?? null
  const execution = (trial: TrialRecord) => judgedPart(trial, 'execution')
  const review = (trial: TrialRecord) => judgedPart(trial, 'review')
  const percent = (value: number | null) => value && value * 100
  const share = (extreme: readonly number[]): TableRow['cells'] => [
    extreme.length,
    scores.length === 0 ? null : (extreme.length / scores.length) * 100,
  ]
  return {
    of: 'Statistic',
    columns: [
      { group: '', name: 'Value', digits: 2 },
      { group: '', name: 'Percent, or p', digits: 4 },
    ],
    rows: [
      { name: 'Mean score', cells: [percent(mean(scores)), null] },
      { name: 'Standard deviation', cells: [percent(deviation(scores)), null] },
      { name: 'Median score', cells: [percent(median(scores)), null] },
      { name: 'Problems above 80%', cells: share(scores.filter((score) => score > HIGH)) },
      { name: 'Problems below 20%', cells: share(scores.filter((score) => score < LOW)) },
      { name: 'r: net lines of people vs. score', cells: cellsOf(pearson(pairsOf(all, 'lines', 'score'))) },
      { name: 'r: submissions vs. final score', cells: cellsOf(pearson(overTrials(submissions, finalScore))) },
      { name: 'r: code review vs. execution', cells: cellsOf(pearson(overTrials(review, execution))) },
    ],
    notes: [
      `Of the mean scores of ${pluralise(scores.length, 'problem')}; the last two correlations are over ${pluralise(trials.length, 'trial')}.`,
      'The paper does not say how it measures complexity: net lines of human solutions stand for it here.',
      'pe compare tests whether two agents differ, by a paired permutation test in place of a t-test.',
      ...openNotes(runs),
    ],
  }
}

/** Of a sample; null for fewer than two. */
function deviation(values: readonly number[]): number | null {
  const average = mean(values)
  if (average === null || values.length < 2) return null
  return Math.sqrt(values.reduce((sum, value) => sum + (value - average) ** 2, 0) / (values.length - 1))
}

/** @param sorted Ascending */
function median(sorted: readonly number[]): number | null {
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  if (upper === undefined) return null
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}
