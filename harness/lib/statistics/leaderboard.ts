import type { Leaderboard, RunRecord, TrialRecord } from '../../contracts/schema.ts'
import { levelAndMode } from '../../contracts/variants.ts'
import { groupBy } from '../collections/group-by.ts'
import { scoreInterval } from './bootstrap.ts'
import { pool, pooledScore } from './clusters.ts'
import { unscoredOf } from './parts.ts'
import { suiteIncompatibilities, type RunSide } from './sides.ts'
import { suiteScores } from './suites.ts'
import { pointsOfTrials } from './trial-score.ts'
import { versionOf } from './version.ts'
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
 * One row per agent, version and output format, best first (see `rankedBy`); unjudged points count as not passed. Results of several
 * runs for one version, level and mode count as further samples.
 */
export function leaderboardRows(sides: readonly RunSide[], formatOf: (side: RunSide) => string | null): Row[] {
  const agents = groupBy(sides, (side) => JSON.stringify([agentOf(side), versionOf(side) ?? null, formatOf(side)]))
  const wanted = {
    variants: variantsOf(sides),
    present: new Set(sides.filter(({ trials }) => trials.length > 0).map(({ variant }) => variant)),
    missions: new Set(sides.flatMap(({ run }) => run.settings.missions)),
  }
  const rows = [...agents.values()].map((group) => rowOf(group, wanted, formatOf))
  const ranks = new Map(rows.map((row) => [row, rankOf(row, rankedBy(rows))]))
  const rank = (row: Row) => ranks.get(row) ?? 0
  return rows.toSorted((a, b) => rank(b) - rank(a) || meanOfKnown(b) - meanOfKnown(a))
}

/** Older runs name only the tool, and not its model: two models of one tool are two rows. */
export function agentOf({ agent, run }: Pick<RunSide, 'agent' | 'run'>): string {
  const model = run.settings.agentOptions?.['model']
  return model !== undefined && /^command:[^:]+$/.test(agent) ? `${agent}:${model}` : agent
}

/**
 * The variants whose mean orders the rows: those that every row has, so that a row is not put last because it lacks one. Empty
 * if there is no such variant: then the mean of the scores that each row has orders them.
 * @returns Undefined if all rows have the average of all variants, which orders them
 */
export function rankedBy(rows: readonly Row[]): string[] | undefined {
  if (rows.every(({ averages }) => averages.all !== null)) return undefined
  const variants = rows[0]?.cells.map(({ variant }) => variant) ?? []
  return variants.filter((variant) => rows.every((row) => scoreIn(row, variant) !== null))
}

function rankOf(row: Row, shared: readonly string[] | undefined): number {
  if (shared === undefined) return row.averages.all ?? 0
  return averageOf(shared.map((variant) => scoreIn(row, variant))) ?? meanOfKnown(row)
}

function scoreIn({ cells }: Row, variant: string): number | null {
  return cells.find((cell) => cell.variant === variant)?.score ?? null
}

function meanOfKnown({ cells }: Row): number {
  return averageOf(cells.map(({ score }) => score).filter((score) => score !== null)) ?? 0
}

/** All that the table is about. */
interface Wanted {
  /** The columns. */
  readonly variants: readonly string[]
  /** The variants that at least one agent has. */
  readonly present: ReadonlySet<string>
  readonly missions: ReadonlySet<string>
}

function rowOf(runs: readonly RunSide[], wanted: Wanted, formatOf: (side: RunSide) => string | null): Row {
  const [first] = runs
  if (!first) throw new TypeError('a row has at least one run')
  const cells = wanted.variants.map((variant) =>
    cellOf(
      variant,
      runs.filter((side) => side.variant === variant),
    ),
  )
  const mode = ({ variant }: Cell) => levelAndMode(variant)?.mode
  const average = (wanted: (cell: Cell) => boolean) => averageOf(cells.filter(wanted).map(({ score }) => score))
  const version = versionOf(first)
  return {
    agent: agentOf(first),
    ...(version === undefined ? {} : { version }),
    outputFormat: formatOf(first),
    runs: [...new Set(runs.map(({ run }) => run.runId))],
    date: runs.map(({ run }) => run.startedAt.slice(0, 10)).reduce((a, b) => (a > b ? a : b)),
    cells,
    averages: {
      cascade: average((cell) => mode(cell) === 'cascade'),
      direct: average((cell) => mode(cell) === 'direct'),
      all: average(() => true),
    },
    ...missingOf(runs, wanted),
  }
}

/** Absent if the agent has a result for every mission and variant that another agent has. */
function missingOf(runs: readonly RunSide[], { present, missions }: Wanted): Pick<Row, 'missing'> {
  const ended = [...present].map((variant) => {
    const trials = runs.filter((side) => side.variant === variant).flatMap((side) => side.trials)
    return { variant, missions: new Set(trials.map(({ trial }) => trial.mission)) }
  })
  const found = ended.filter((each) => each.missions.size > 0)
  const missing = {
    variants: ended.filter((each) => each.missions.size === 0).map(({ variant }) => variant),
    missions: [...missions].filter((id) => found.some((each) => !each.missions.has(id))),
  }
  return missing.variants.length + missing.missions.length === 0 ? {} : { missing }
}

function cellOf(variant: string, runs: readonly RunSide[]): Cell {
  const trials = runs.flatMap((side) => side.trials)
  const clusters = clustersOf(trials)
  const { total, unjudged } = pointsOfTrials(trials)
  const suites = suiteScores(trials)
  const unscored = unscoredOf(trials)
  const all = pool(clusters)
  const open = clusters.reduce((sum, cluster) => sum + (cluster.unjudged ?? 0), 0)
  const wanted = runs.reduce((sum, { run }) => sum + run.settings.missions.length * run.settings.samples, 0)
  return {
    variant,
    score: pooledScore(clusters),
    points: total,
    unjudged,
    ...(open > 0 && all.total > 0 ? { upper: Math.min(1, (all.passed + open) / all.total) } : {}),
    ...(unscored.length === 0 ? {} : { unscored }),
    interval: scoreInterval(clusters),
    ...samplesIn(runs),
    incomplete: trials.length < wanted,
    ...(suites.length === 0 ? {} : { suites }),
  }
}

/** The samples of the missions over all runs, and the best complete one. The best of one is no best if others are to come. */
function samplesIn(runs: readonly RunSide[]): Pick<Cell, 'best' | 'samples' | 'most' | 'complete'> {
  const planned = [...missionsOf(runs)].map((id) =>
    runs.reduce((sum, { run: { settings } }) => sum + (settings.missions.includes(id) ? settings.samples : 0), 0),
  )
  if (planned.length === 0) return { best: null, samples: 0 }
  const [samples, most] = [Math.min(...planned), Math.max(...planned)]
  const { best, complete } = triesOf(numberedSamples(runs), { samples, missions: planned.length })
  return {
    best: complete < 2 && most > 1 ? null : best,
    samples,
    ...(most > samples ? { most } : {}),
    ...(complete < samples ? { complete } : {}),
  }
}

function missionsOf(runs: readonly RunSide[]): Set<string> {
  return new Set(runs.flatMap(({ run }) => run.settings.missions))
}

/** Samples are numbered by mission over all runs: two runs of different missions can be one sample of both. */
function numberedSamples(runs: readonly RunSide[]): TrialRecord[] {
  const earlier = new Map<string, number>()
  return runs
    .toSorted((a, b) => a.run.runId.localeCompare(b.run.runId, 'en'))
    .flatMap(({ run: { settings }, trials }) => {
      const numbered = trials.map((record) => {
        const { trial } = record
        return { ...record, trial: { ...trial, sample: trial.sample + (earlier.get(trial.mission) ?? 0) } }
      })
      for (const id of settings.missions) earlier.set(id, (earlier.get(id) ?? 0) + settings.samples)
      return numbered
    })
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
