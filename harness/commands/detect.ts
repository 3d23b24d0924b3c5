/** `pe plan --detect POINTS`: how many missions and samples find a difference, and their price. */
import { SCHEMA_VERSION, type TrialRecord } from '../contracts/schema.ts'
import { UsageError } from '../errors.ts'
import { fewestSamples, missionsFor, MOST_MISSIONS, spreadOf, type Spread, withinOf } from '../lib/statistics/enough.ts'
import { incompatibilities, pairSides, poolVariants, sidesOf, type RunSide } from '../lib/statistics/sides.ts'
import { formatTable } from '../reporters/table.ts'
import { resolveRun } from '../store/resolve.ts'
import { resultFiles } from '../store/store.ts'
import { print } from './print.ts'

/** Standard deviations of the difference of two versions if no earlier run tells it: of its part of each mission, and of one sample. */
const ASSUMED = { between: 0.1, within: 0.2 }

/** Numbers of samples, of which each gets a row. */
const SAMPLES = [1, 2, 3, 5, 10]

export interface DetectOptions {
  /** Of 100. */
  readonly points: number
  readonly history: readonly string[]
  readonly out: string
  readonly json: boolean
}

interface Known {
  readonly spread: Spread
  /** The samples of the spread. */
  readonly samples: number
  /** Where it comes from, as a sentence. */
  readonly source: string
  readonly trials: readonly TrialRecord[]
}

interface Size {
  readonly samples: number
  /** Null if a thousand are not enough. */
  readonly missions: number | null
  /** Of one version, for all missions. */
  readonly trials: number | null
  /** US dollars for the trials; null if unknown. */
  readonly cost: number | null
}

/** @throws UsageError for a difference that is no share of 100 points, and for runs that cannot be compared */
export async function detect({ points, history, out, json }: DetectOptions): Promise<void> {
  if (!(points > 0 && points <= 100)) throw new UsageError('--detect takes points of 100, such as 5')
  const known = await knownOf(history, out)
  const sizes = sizesFor(points / 100, known)
  if (json)
    process.stdout.write(`${JSON.stringify({ schemaVersion: SCHEMA_VERSION, points, ...described(known), sizes })}\n`)
  else print(asText(points, known, sizes))
}

async function knownOf(history: readonly string[], out: string): Promise<Known> {
  const runs = await Promise.all(
    history.map(async (run) => sidesOf(await resultFiles.read(await resolveRun(run, out)))),
  )
  const trials = runs.flat().flatMap((side) => side.trials)
  const [pair] = poolVariants(pairSides(runs))
  if (pair) return { ...fromPair(pair), trials }
  const [only] = runs.flat()
  return { ...(only ? fromOne(only) : assumed()), trials }
}

type Estimated = Omit<Known, 'trials'>

function fromPair([a, b]: readonly [RunSide, RunSide]): Estimated {
  const apart = incompatibilities(a, b)
  if (apart.length > 0)
    throw new UsageError(`${a.run.runId} and ${b.run.runId} are not alike: ${apart.join('; ')}. Name other runs`)
  const spread = spreadOf(a.trials, b.trials)
  if (spread === null)
    throw new UsageError(`${a.run.runId} and ${b.run.runId} have fewer than two missions in common: name other runs`)
  const samples = fewestSamples([a.trials, b.trials])
  return { spread, samples, source: `${a.agent} and ${b.agent} in ${namesOf([a, b])}` }
}

/** A version and itself differ by their samples alone; by how much another one differs from mission to mission is assumed. */
function fromOne(side: RunSide): Estimated {
  const within = withinOf(side.trials)
  if (within === null) return assumed()
  const samples = fewestSamples([side.trials])
  const source = `samples of ${side.agent} in ${side.run.runId}; between missions assumed`
  return { spread: { between: ASSUMED.between ** 2, within }, samples, source }
}

function assumed(): Estimated {
  const spread = { between: ASSUMED.between ** 2, within: ASSUMED.within ** 2 }
  return { spread, samples: 1, source: 'assumed; name two earlier runs with --history OLD,NEW' }
}

function namesOf(sides: readonly RunSide[]): string {
  return [...new Set(sides.map(({ run }) => run.runId))].join(' and ')
}

function sizesFor(difference: number, { spread, samples: now, trials }: Known): Size[] {
  const each = costOfTrial(trials)
  // Without two samples of a mission, nobody knows what more of them would change.
  const numbers = spread.within === null ? [now] : SAMPLES
  const variants = Math.max(1, new Set(trials.map(({ trial }) => trial.variant)).size)
  return numbers.map((samples) => {
    const missions = missionsFor(difference, spread, samples / now)
    const count = missions === null ? null : missions * samples * variants
    return { samples, missions, trials: count, cost: count === null || each === null ? null : count * each }
  })
}

/** US dollars; null if the cost of a trial is unknown, or if there is none. */
function costOfTrial(trials: readonly TrialRecord[]): number | null {
  const costs = trials.map(({ agent }) => agent?.cost ?? null)
  const known = costs.filter((cost) => cost !== null)
  return known.length === 0 || known.length < costs.length
    ? null
    : known.reduce((sum, cost) => sum + cost, 0) / known.length
}

function described({ spread, source }: Known) {
  return {
    source,
    between: Math.sqrt(spread.between),
    within: spread.within === null ? null : Math.sqrt(spread.within),
  }
}

function asText(points: number, known: Known, sizes: readonly Size[]): string {
  const { source, between, within } = described(known)
  const inPoints = (share: number) => (100 * share).toFixed(1)
  const spread =
    within === null
      ? `differ by ${inPoints(between)} points from mission to mission (standard deviation; samples are in it)`
      : `differ by ${inPoints(between)} points from mission to mission, and by ${inPoints(within)} through ${known.samples === 1 ? 'one sample' : `${String(known.samples)} samples`} of it (standard deviations)`
  const rows = sizes.map(({ samples, missions, trials, cost }) => [
    String(samples),
    missions === null ? `over ${String(MOST_MISSIONS)}` : String(missions),
    trials === null ? '' : String(trials),
    cost === null ? 'unknown' : `$${cost.toFixed(2)}`,
  ])
  return [
    `A difference of ${String(points)} points is found four times out of five (two-sided, 5%) with one of:`,
    formatTable([['samples', 'missions', 'trials of a version', 'their cost'], ...rows], [0, 1, 2, 3]),
    `Versions ${spread}: ${source}.`,
  ].join('\n')
}
