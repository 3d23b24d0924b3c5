import type { Leaderboard, RunRecord } from '../../contracts/schema.ts'
import { levelAndMode } from '../../contracts/variants.ts'
import { scoreInterval } from './bootstrap.ts'
import { pool, pooledScore } from './clusters.ts'
import { suiteObjections, type RunSide } from './sides.ts'
import { clustersOf, triesOf } from './tries.ts'

type Row = Leaderboard['rows'][number]
type Cell = Row['cells'][number]

/** Variants in the order of ProjectEval's table; variants of other benchmarks follow in the order of their runs. */
const ORDER = ['L1.cascade', 'L2.cascade', 'L1.direct', 'L2.direct', 'L3.direct']

/** The variants that a table of these sides has: all of ProjectEval's if one of them is there. */
function variantsOf(sides: readonly RunSide[]): string[] {
  const found = [...new Set(sides.map(({ variant }) => variant))]
  const others = found.filter((variant) => !ORDER.includes(variant))
  return others.length === found.length ? others : [...ORDER, ...others]
}

/**
 * One row for each agent and output format, best first by what is certain (what is unjudged counts as not passed); those without an average come last, by the scores that they have.
 * What several runs have of the same agent and variant counts as further samples.
 */
export function leaderboardRows(sides: readonly RunSide[], formatOf: (side: RunSide) => string | null): Row[] {
  const agents = new Map<string, RunSide[]>()
  for (const side of sides) {
    const key = JSON.stringify([side.agent, formatOf(side)])
    agents.set(key, [...(agents.get(key) ?? []), side])
  }
  const variants = variantsOf(sides)
  const rows = [...agents.values()].map((own) => rowOf(own, variants, formatOf))
  return rows.toSorted((a, b) => rank(b) - rank(a))
}

/** From 0 to 1 with an average, from −1 to 0 without one. */
function rank({ averages, cells }: Row): number {
  if (averages.all !== null) return averages.all
  return (averageOf(cells.map(({ score }) => score).filter((score) => score !== null)) ?? 0) - 1
}

function rowOf(own: readonly RunSide[], variants: readonly string[], formatOf: (side: RunSide) => string | null): Row {
  const [first] = own
  if (!first) throw new TypeError('a row has at least one run')
  const cells = variants.map((variant) =>
    cellOf(
      variant,
      own.filter((side) => side.variant === variant),
    ),
  )
  const mode = ({ variant }: Cell) => levelAndMode(variant)?.mode
  const average = (wanted: (cell: Cell) => boolean) => averageOf(cells.filter(wanted).map(({ score }) => score))
  return {
    agent: first.agent,
    outputFormat: formatOf(first),
    runs: [...new Set(own.map(({ run }) => run.runId))],
    date: own.map(({ run }) => run.startedAt.slice(0, 10)).reduce((a, b) => (a > b ? a : b)),
    cells,
    averages: {
      cascade: average((cell) => mode(cell) === 'cascade'),
      direct: average((cell) => mode(cell) === 'direct'),
      all: average(() => true),
    },
  }
}

function cellOf(variant: string, own: readonly RunSide[]): Cell {
  const trials = own.flatMap((side) => side.trials)
  const clusters = clustersOf(trials)
  const wanted = own.reduce((sum, { run }) => sum + run.settings.missions.length * run.settings.samples, 0)
  return {
    variant,
    score: pooledScore(clusters),
    points: pool(clusters).total,
    unjudged: clusters.reduce((sum, { unjudged = 0 }) => sum + unjudged, 0),
    interval: scoreInterval(clusters),
    best: bestOf(own),
    samples: own.reduce((sum, { run }) => sum + run.settings.samples, 0),
    incomplete: trials.length < wanted,
  }
}

/** The best complete sample of any of the runs. */
function bestOf(own: readonly RunSide[]): number | null {
  const scores = own.map(
    ({ run: { settings }, trials }) =>
      triesOf(trials, { samples: settings.samples, missions: settings.missions.length }).best,
  )
  const known = scores.filter((score) => score !== null)
  return known.length === 0 ? null : Math.max(...known)
}

/** An average over what is not all there would be of something else. */
function averageOf(scores: readonly (number | null)[]): number | null {
  const known = scores.filter((score) => score !== null)
  if (known.length === 0 || known.length < scores.length) return null
  return known.reduce((sum, score) => sum + score, 0) / known.length
}

/** Why rows of these runs cannot be ranked with each other; empty where nothing speaks against it. */
export function ranksApart(runs: readonly RunRecord[]): string[] {
  const [first, ...others] = runs
  if (!first) return []
  const missions = (run: RunRecord) =>
    run.benchmark.missions
      .map(({ id }) => id)
      .toSorted()
      .join(' ')
  return others.flatMap((run) => [
    ...suiteObjections(first, run),
    ...(missions(first) === missions(run) ? [] : [`${first.runId} and ${run.runId} are not of the same missions`]),
  ])
}
