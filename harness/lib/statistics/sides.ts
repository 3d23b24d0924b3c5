import type { RunData } from '../../contracts/paper-tables.ts'
import type { RunRecord, TrialRecord } from '../../contracts/schema.ts'
import { levelAndMode, shortVariant } from '../../contracts/variants.ts'
import { groupBy } from '../collections/group-by.ts'
import type { Side } from './compare.ts'
import { versionOf } from './version.ts'

export type { RunData } from '../../contracts/paper-tables.ts'

/** One agent in one variant of a run: the unit of a comparison. */
export interface RunSide {
  readonly run: RunRecord
  readonly agent: string
  readonly variant: string
  readonly trials: readonly TrialRecord[]
  /** The embedders in the similarities of its run. */
  readonly embedders: readonly string[]
  /** The sides that are pooled in this one. */
  readonly parts?: readonly RunSide[]
}

/** The sides of a run, in its order. */
export function sidesOf({ run, trials, similarities }: RunData): RunSide[] {
  const embedders = [...new Set(similarities.flatMap(({ embedder = [] }) => embedder))]
  const sides = new Map<string, RunSide & { readonly trials: TrialRecord[] }>()
  for (const { agent, variant } of run.trials) {
    const key = JSON.stringify([agent, variant])
    if (!sides.has(key)) sides.set(key, { run, agent, variant, trials: [], embedders })
  }
  for (const trial of trials) {
    const { agent, variant } = trial.trial
    sides.get(JSON.stringify([agent, variant]))?.trials.push(trial)
  }
  return [...sides.values()]
}

/**
 * The pairs of sides to compare. Within one run: all sides of the same level. Between runs: sides with the same level, mode
 * and agent; a criterion that no remaining pair meets is ignored.
 */
export function pairSides(runs: readonly (readonly RunSide[])[]): [RunSide, RunSide][] {
  const [only] = runs
  if (runs.length === 1 && only) return couples(only).filter(([a, b]) => levelOf(a) === levelOf(b))
  return couples(runs).flatMap(([first, second]) => between(first, second))
}

/**
 * Pools the variants that both sides of a pair have: one pair for two agents, or for an agent in two runs. Pairs of different
 * variants are kept only if there are no others.
 */
export function poolVariants(pairs: readonly (readonly [RunSide, RunSide])[]): [RunSide, RunSide][] {
  const alike = pairs.filter(([a, b]) => a.variant === b.variant)
  if (alike.length === 0) return pairs.map(([a, b]) => [a, b])
  const groups = groupBy(alike, ([a, b]) => JSON.stringify([a.run.runId, a.agent, b.run.runId, b.agent]))
  return [...groups.values()].map((group) => [pooled(group.map(([a]) => a)), pooled(group.map(([, b]) => b))])
}

/** How a comparison is divided: by what the agents were given, or by missions. */
export const DIVISIONS = ['level', 'mode', 'variant', 'mission', 'kind', 'tag'] as const
export type Division = (typeof DIVISIONS)[number]

/** A part of a comparison, such as a kind of missions. */
export interface DividedPair {
  readonly part: string
  readonly pair: readonly [RunSide, RunSide]
}

/** One pair for each level, mode or variant, or for the missions of each kind or tag; a mission with several tags is in several. */
export function dividePairs(pairs: readonly (readonly [RunSide, RunSide])[], by: Division): DividedPair[] {
  if (by === 'level' || by === 'mode' || by === 'variant') {
    const groups = groupBy(pairs, ([{ variant }]) => partOfVariant(variant, by))
    return [...groups].flatMap(([part, group]) => poolVariants(group).map((pair) => ({ part, pair })))
  }
  return poolVariants(pairs).flatMap((pair) => {
    const [{ run }] = pair
    const parts = groupBy(
      run.benchmark.missions.flatMap((mission) =>
        partsOfMission(mission, by).map((part) => ({ part, id: mission.id })),
      ),
      ({ part }) => part,
    )
    return [...parts].flatMap(([part, missions]): DividedPair[] => {
      const ids = new Set(missions.map(({ id }) => id))
      const [a, b] = pair.map((side) => ({
        ...side,
        parts: side.parts ?? [side],
        trials: side.trials.filter(({ trial }) => ids.has(trial.mission)),
      }))
      return a && b && a.trials.length > 0 && b.trials.length > 0 ? [{ part, pair: [a, b] }] : []
    })
  })
}

function partOfVariant(variant: string, by: 'level' | 'mode' | 'variant'): string {
  const found = levelAndMode(variant)
  if (by === 'variant' || found === undefined) return shortVariant(variant)
  return by === 'level' ? `level ${String(found.level)}` : found.mode
}

function partsOfMission(
  { id, kind, tags = [] }: RunRecord['benchmark']['missions'][number],
  by: 'mission' | 'kind' | 'tag',
): readonly string[] {
  if (by === 'mission') return [id]
  return by === 'kind' ? [kind] : tags
}

function pooled(sides: readonly RunSide[]): RunSide {
  const [first] = sides
  if (!first) throw new TypeError('a group has at least one pair')
  if (sides.length === 1) return first
  return {
    ...first,
    variant: sides.map(({ variant }) => variant).join(', '),
    trials: sides.flatMap(({ trials }) => trials),
    parts: sides,
  }
}

/** The input that the agent was given: the level for ProjectEval, else the variant. */
function levelOf({ variant }: RunSide): string {
  const found = levelAndMode(variant)
  return found ? `L${String(found.level)}` : variant
}

function levelName(side: RunSide): string {
  const found = levelAndMode(side.variant)
  return found ? `level ${String(found.level)}` : side.variant
}

function between(first: readonly RunSide[], second: readonly RunSide[]): [RunSide, RunSide][] {
  const all = first.flatMap((a) => second.map((b): [RunSide, RunSide] => [a, b]))
  const likenesses: ((a: RunSide, b: RunSide) => boolean)[] = [
    (a, b) => levelOf(a) === levelOf(b),
    (a, b) => a.variant === b.variant,
    (a, b) => a.agent === b.agent,
  ]
  return likenesses.reduce((pairs, alike) => {
    const left = pairs.filter(([a, b]) => alike(a, b))
    return left.length > 0 ? left : pairs
  }, all)
}

function couples<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((a, index) => items.slice(index + 1).map((b): [T, T] => [a, b]))
}

/** Why the difference between two sides may not come from their agents; empty if they are comparable. */
export function incompatibilities(a: RunSide, b: RunSide): string[] {
  const inputs = [levelOf(a), levelOf(b)]
  const differ = inputs.every((each) => levelAndMode(`${each}.direct`)) ? 'levels' : 'variants'
  const names = inputs.map((each) => (differ === 'levels' ? each.slice(1) : each))
  const levels = inputs[0] === inputs[1] ? [] : [`the ${differ} differ (${names.join(' and ')})`]
  const apart = a.embedders.length > 0 && b.embedders.length > 0 && a.embedders.join() !== b.embedders.join()
  const embedders = `the embedders differ (${a.embedders.join(', ')} and ${b.embedders.join(', ')})`
  return [...suiteIncompatibilities(a.run, b.run), ...levels, ...(apart ? [embedders] : [])]
}

/** The same for whole runs: benchmark, protocol and the shared missions must be the same. */
export function suiteIncompatibilities(a: RunRecord, b: RunRecord): string[] {
  const names = [a.benchmark.name, b.benchmark.name]
  const protocols = [protocolOf(a), protocolOf(b)]
  const changed = sharedMissions(a, b).filter(({ digests: [one, other] }) => one !== other)
  return [
    ...(names[0] === names[1] ? [] : [`the benchmarks differ (${names.join(' and ')})`]),
    ...(protocols[0] === protocols[1] ? [] : [`the protocols differ (${protocols.join(' and ')})`]),
    ...(changed.length === 0
      ? []
      : [`the digests of shared missions differ (${changed.map(({ id }) => id).join(', ')})`]),
  ]
}

/** The protocol by which a run was judged, if its benchmark has several. */
function protocolOf({ settings }: RunRecord): string {
  return 'protocol' in settings ? settings.protocol : 'default'
}

export function sharedMissions(a: RunRecord, b: RunRecord): { id: string; digests: [string, string] }[] {
  const others = new Map(b.benchmark.missions.map(({ id, digest }) => [id, digest]))
  return a.benchmark.missions.flatMap(({ id, digest }) => {
    const other = others.get(id)
    return other === undefined ? [] : [{ id, digests: [digest, other] as [string, string] }]
  })
}

/**
 * The shortest names that distinguish two sides.
 * @param among All sides that are shown together, from which the names must also be distinct
 */
export function nameSides(a: RunSide, b: RunSide, among: readonly RunSide[] = [a, b]): [Side, Side] {
  const differ = (of: (side: RunSide) => unknown) => new Set(among.map(of)).size > 1
  const name = (side: RunSide) =>
    [
      side.agent,
      ...(differ(levelOf) ? [levelName(side)] : []),
      ...(differ(({ variant }) => levelAndMode(variant)?.mode) ? [levelAndMode(side.variant)?.mode ?? ''] : []),
      ...apartFrom(
        among.filter((other) => differsByRun(other, side)),
        side,
      ),
    ].join(' ')
  return [
    { name: name(a), trials: a.trials },
    { name: name(b), trials: b.trials },
  ]
}

/** By their versions if these differ, and otherwise by their runs. */
function apartFrom(others: readonly RunSide[], side: RunSide): string[] {
  if (others.length === 0) return []
  const version = versionOf(side)
  const isKnown = version !== undefined && others.every((other) => (versionOf(other) ?? version) !== version)
  return [isKnown ? version : `(${side.run.runId})`]
}

/** Whether two sides differ only by their run. */
function differsByRun(a: RunSide, b: RunSide): boolean {
  return a.run.runId !== b.run.runId && a.agent === b.agent && a.variant === b.variant
}
