import type { Leaderboard, RunRecord } from '../../contracts/schema.ts'
import { levelAndMode } from '../../contracts/variants.ts'
import { scoreInterval } from './bootstrap.ts'
import { pooledScore } from './clusters.ts'
import { suiteIncompatibilities, type RunSide } from './sides.ts'
import { suiteScores } from './suites.ts'
import { pointsOfTrials } from './trial-score.ts'
import { clustersOf, triesOf } from './tries.ts'

type Row = Leaderboard['rows'][number]
type Cell = Row['cells'][number]

/** Variants in the order of ProjectEval's table; variants of other benchmarks follow in the order of their runs. */
const ORDER = ['L1.cascade', 'L2.cascade', 'L1.direct', 'L2.direct', 'L3.direct']

/** The variants of a table of these sides, with all of ProjectEval's if there is one of them. */
function variantsOf(sides: readonly RunSide[]): string[] {
  const found = [...new Set(sides.map(({ variant }) => variant))]
  const others = found.filter((variant) => !ORDER.includes(variant))
  return others.length === found.length ? others : [...ORDER, ...others]
}

/**
 * One row per agent and output format, best average first; unjudged points count as not passed. Rows without an average come
 * last, ordered by the mean of their scores. Results of several runs for one agent, level and mode count as further samples.
 */
export function leaderboardRows(sides: readonly RunSide[], formatOf: (side: RunSide) => string | null): Row[] {
  const agents = new Map<string, RunSide[]>()
  for (const side of sides) {
    const key = JSON.stringify([side.agent, formatOf(side)])
    agents.set(key, [...(agents.get(key) ?? []), side])
  }
  const variants = variantsOf(sides)
  const rows = [...agents.values()].map((group) => rowOf(group, variants, formatOf))
  return rows.toSorted((a, b) => rank(b) - rank(a))
}

/** From 0 to 1 with an average, from −1 to 0 without one. */
function rank({ averages, cells }: Row): number {
  if (averages.all !== null) return averages.all
  return (averageOf(cells.map(({ score }) => score).filter((score) => score !== null)) ?? 0) - 1
}

function rowOf(runs: readonly RunSide[], variants: readonly string[], formatOf: (side: RunSide) => string | null): Row {
  const [first] = runs
  if (!first) throw new TypeError('a row has at least one run')
  const cells = variants.map((variant) =>
    cellOf(
      variant,
      runs.filter((side) => side.variant === variant),
    ),
  )
  const mode = ({ variant }: Cell) => levelAndMode(variant)?.mode
  const average = (wanted: (cell: Cell) => boolean) => averageOf(cells.filter(wanted).map(({ score }) => score))
  return {
    agent: first.agent,
    outputFormat: formatOf(first),
    runs: [...new Set(runs.map(({ run }) => run.runId))],
    date: runs.map(({ run }) => run.startedAt.slice(0, 10)).reduce((a, b) => (a > b ? a : b)),
    cells,
    averages: {
      cascade: average((cell) => mode(cell) === 'cascade'),
      direct: average((cell) => mode(cell) === 'direct'),
      all: average(() => true),
    },
  }
}

function cellOf(variant: string, runs: readonly RunSide[]): Cell {
  const trials = runs.flatMap((side) => side.trials)
  const clusters = clustersOf(trials)
  const { total, unjudged } = pointsOfTrials(trials)
  const suites = suiteScores(trials)
  const wanted = runs.reduce((sum, { run }) => sum + run.settings.missions.length * run.settings.samples, 0)
  return {
    variant,
    score: pooledScore(clusters),
    points: total,
    unjudged,
    interval: scoreInterval(clusters),
    best: bestOf(runs),
    samples: runs.reduce((sum, { run }) => sum + run.settings.samples, 0),
    incomplete: trials.length < wanted,
    ...(suites.length === 0 ? {} : { suites }),
  }
}

/** The best complete sample of any of the runs. */
function bestOf(runs: readonly RunSide[]): number | null {
  const scores = runs.map(
    ({ run: { settings }, trials }) =>
      triesOf(trials, { samples: settings.samples, missions: settings.missions.length }).best,
  )
  const known = scores.filter((score) => score !== null)
  return known.length === 0 ? null : Math.max(...known)
}

/** Null if a score is missing: an average over fewer scores would not be comparable. */
function averageOf(scores: readonly (number | null)[]): number | null {
  const known = scores.filter((score) => score !== null)
  if (known.length === 0 || known.length < scores.length) return null
  return known.reduce((sum, score) => sum + score, 0) / known.length
}

/** Why these runs cannot be ranked in one table; empty if they can. */
export function ranksApart(runs: readonly RunRecord[]): string[] {
  const [first, ...others] = runs
  if (!first) return []
  const missions = (run: RunRecord) =>
    run.benchmark.missions
      .map(({ id }) => id)
      .toSorted()
      .join(' ')
  return others.flatMap((run) => [
    ...suiteIncompatibilities(first, run),
    ...(missions(first) === missions(run) ? [] : [`${first.runId} and ${run.runId} have different missions`]),
  ])
}
