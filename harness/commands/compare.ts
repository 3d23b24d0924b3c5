import { defineCommand } from './flags/command.ts'
import type { Argv } from 'yargs'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import { drawsInputs } from '../contracts/drawn.ts'
import { SCHEMA_VERSION, type Compared, type RunRecord, type TrialRecord } from '../contracts/schema.ts'
import { shortVariant } from '../contracts/variants.ts'
import { UsageError } from '../errors.ts'
import { compareAll } from '../lib/statistics/compare.ts'
import {
  DIVISIONS,
  dividePairs,
  type DividedPair,
  type Division,
  nameSides,
  incompatibilities,
  pairSides,
  poolVariants,
  sharedMissions,
  sidesOf,
  type RunSide,
} from '../lib/statistics/sides.ts'
import { versionOf } from '../lib/statistics/version.ts'
import { isCounted } from '../lib/statistics/trial-score.ts'
import { pointsText } from '../contracts/points.ts'
import { groupBy } from '../lib/collections/group-by.ts'
import { points } from '../lib/statistics/sentence.ts'
import { percent } from '../reporters/percent.ts'
import { printable } from '../reporters/printable.ts'
import { formatTable } from '../reporters/table.ts'
import { resultFiles } from '../store/store.ts'
import { pluralise } from '../lib/wording/count.ts'
import { otherNames } from '../lib/wording/nearest.ts'
import { JSON_OUTPUT, OUT } from './flags/common.ts'
import { list } from './flags/values.ts'
import { resolveRun } from '../store/resolve.ts'
import { complain, print } from './print.ts'

function compareFlags(flags: Argv) {
  return flags
    .positional('runs', {
      type: 'string',
      array: true,
      demandOption: true,
      describe: 'ids or folders; of a single run, its agents are compared',
    })
    .option('out', OUT)
    .option('agents', { type: 'string', describe: 'only these agents, separated by commas', requiresArg: true })
    .option('by', { choices: DIVISIONS, describe: 'one comparison for each; by default, everything is pooled' })
    .option('fail-if', {
      type: 'string',
      describe: `exit with ${String(EXIT.belowMinimum)} if the second is one of ${FAIL_IF.join(', ')}; separated by commas`,
      requiresArg: true,
    })
    .option('force', {
      type: 'boolean',
      default: false,
      describe: 'compare what differs in more than its agents, with a warning',
    })
    .option('json', JSON_OUTPUT)
    .example('$0 compare OLD NEW', 'is the new version better?')
    .example('$0 compare OLD NEW --fail-if worse,broken', 'a gate for CI')
}

/**
 * `worse`: it scores lower, and chance is excluded. `broken`: a testcode earns less. `slower`, `dearer`: its agent took, or cost, over a tenth
 * more on the missions that both have.
 */
const FAIL_IF = ['worse', 'broken', 'slower', 'dearer'] as const
type FailIf = (typeof FAIL_IF)[number]

export interface CompareOptions {
  readonly runs: readonly string[]
  readonly out: string
  /** All by default. */
  readonly agents: readonly string[] | undefined
  readonly by: Division | undefined
  readonly failIf: readonly FailIf[]
  readonly force: boolean
  readonly json: boolean
}

export const command = defineCommand({
  flags: compareFlags,
  options: ({ runs, out, agents, by, force, json, ...args }) => ({
    ...{ runs, out, by, force, json },
    agents: agents === undefined ? undefined : list('--agents', agents),
    failIf: conditions(args['fail-if']),
  }),
  handler: compareCommand,
})

/** `pe compare A B`: how far apart they are, and whether that could be chance. */
export async function compareCommand(options: CompareOptions): Promise<ExitCode> {
  const sides = await readSides(options)
  const divided = pairsOf(sides, options)
  const pairs = divided.map(({ pair }) => pair)
  const compared = comparePairs(divided, options.force)
  const warnings = [
    ...settingWarnings(pairs),
    ...leftOutWarnings(pairs),
    ...leftOutAgents(sides, pairs),
    ...(isByMissions(options.by) ? [] : undecidable(compared)),
  ]
  for (const warning of warnings) complain(warning)
  if (options.json) process.stdout.write(`${JSON.stringify(compared, null, 2)}\n`)
  else if (isByMissions(options.by)) print(partsTable(compared))
  else print(asText(compared, nounOf(sides), pairs))
  const met = options.failIf.flatMap((name) => failures(name, compared, pairs))
  for (const reason of met) complain(reason)
  return met.length === 0 ? EXIT.done : EXIT.belowMinimum
}

async function readSides({ runs, out }: CompareOptions): Promise<RunSide[][]> {
  const folders = await Promise.all(runs.map((run) => resolveRun(run, out)))
  const twice = folders.find((folder, index) => folders.indexOf(folder) !== index)
  if (twice !== undefined) throw new UsageError(`${twice} is there twice; a run cannot be compared with itself`)
  const sides: RunSide[][] = []
  for (const folder of folders) {
    const data = await resultFiles.read(folder)
    const { run, trials } = data
    if (trials.length < run.trials.length) complain(`${run.runId} is incomplete`)
    sides.push(sidesOf(data))
  }
  return sides
}

/** @throws UsageError for a condition that does not exist */
function conditions(text: string | undefined): FailIf[] {
  return (text === undefined ? [] : list('--fail-if', text)).map((name) => {
    const known = FAIL_IF.find((each) => each === name)
    if (known === undefined)
      throw new UsageError(
        `there is no condition "${name}"${otherNames(name, FAIL_IF, `--fail-if takes ${FAIL_IF.join(', ')}`)}`,
      )
    return known
  })
}

/** The part is missing if nothing is divided. */
type PartPair = Pick<DividedPair, 'pair'> & Partial<DividedPair>

/** @throws UsageError for an agent that no run has */
function pairsOf(
  runs: readonly (readonly RunSide[])[],
  { agents, by }: Pick<CompareOptions, 'agents' | 'by'>,
): PartPair[] {
  const names = [...new Set(runs.flat().map(({ agent }) => agent))]
  const unknown = agents?.find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new UsageError(
      `no run has the agent "${unknown}"${otherNames(unknown, names, `the agents are ${names.join(', ')}`)}`,
    )
  const pairs = pairSides(runs.map((sides) => sides.filter(({ agent }) => agents?.includes(agent) ?? true)))
  if (by === undefined) return poolVariants(pairs).map((pair) => ({ pair }))
  const divided = dividePairs(pairs, by)
  if (pairs.length > 0 && divided.length === 0)
    throw new UsageError(`no mission that both have has a ${by}; leave --by out, or take another one`)
  return divided
}

/** Over so much more, a version is slower or dearer; and over a second, because agents that only read files take milliseconds. */
const MORE = 1.1
const LEAST_SECONDS = 1

/** Why a condition of `--fail-if` is met, one sentence for each comparison. Unknown costs are met by nothing, and said. */
function failures(name: FailIf, { comparisons }: Compared, pairs: readonly (readonly [RunSide, RunSide])[]): string[] {
  return comparisons.flatMap(({ a, b, difference, distinguishable, changes }, index) => {
    const pair = pairs[index] ?? missing()
    const totals = totalsOf(pair)
    if (totals === undefined && (name === 'slower' || name === 'dearer'))
      throw new UsageError(`--fail-if ${name}: ${a.name} and ${b.name} have no ended trial of one mission`)
    const { seconds = [0, 0], cost } = totals ?? {}
    const more = (unit: string, [before, after]: Totals) =>
      after > before * MORE
        ? [`${b.name} took ${amount(after)} ${unit}, and ${a.name} ${amount(before)}: --fail-if ${name}`]
        : []
    if (name === 'worse')
      return distinguishable && (difference ?? 0) > 0 ? [`${b.name} is worse than ${a.name}: --fail-if worse`] : []
    if (name === 'broken')
      return changes.broken.length > 0
        ? [
            `${pluralise(changes.broken.length, 'testcode')} of ${b.name} earn less than with ${a.name}: --fail-if broken`,
          ]
        : []
    if (name === 'slower') return seconds[1] - seconds[0] < LEAST_SECONDS ? [] : more('s', seconds)
    if (cost === undefined) throw new UsageError(`--fail-if dearer: the cost of ${a.name} or ${b.name} is unknown`)
    return more('US dollars', cost)
  })
}

/** Waiting for other trials is not in them. */
const AGENT_STAGES = ['generate', 'answer'] as const

/** Of A and of B, for a trial. */
type Totals = readonly [number, number]

interface PairTotals {
  /** Of the agents, on the missions that both have. */
  readonly seconds: Totals
  /** Undefined if one of them is unknown. */
  readonly cost: Totals | undefined
}

/** Means for a trial, because one side may have more samples. Undefined if no mission has ended in both. */
function totalsOf(pair: readonly [RunSide, RunSide]): PairTotals | undefined {
  const [a, b] = pair.map(({ trials }) => new Set(trials.map(({ trial }) => trial.mission)))
  const shared = pair.map(({ trials }) => trials.filter(({ trial }) => a?.has(trial.mission) && b?.has(trial.mission)))
  if (shared.some((trials) => trials.length === 0)) return undefined
  const mean = (trials: readonly TrialRecord[] = [], of: (trial: TrialRecord) => number) =>
    trials.reduce((sum, trial) => sum + of(trial), 0) / Math.max(1, trials.length)
  const seconds = ({ stages }: TrialRecord) => AGENT_STAGES.reduce((sum, stage) => sum + (stages[stage] ?? 0), 0) / 1000
  const isKnown = shared.flat().every(({ agent }) => typeof agent?.cost === 'number')
  const cost = ({ agent }: TrialRecord) => agent?.cost ?? 0
  return {
    seconds: [mean(shared[0], seconds), mean(shared[1], seconds)],
    cost: isKnown ? [mean(shared[0], cost), mean(shared[1], cost)] : undefined,
  }
}

function amount(value: number): string {
  return Number(value.toPrecision(3)).toString()
}

/** Warnings about settings that can make two runs differ even if their agents are the same. */
export function settingWarnings(pairs: readonly (readonly [RunSide, RunSide])[]): string[] {
  const warnings = pairs.flatMap(([{ run: a }, { run: b }]) => {
    const seeds = [a.settings.seed ?? 'unknown', b.settings.seed ?? 'unknown']
    const patience = [a.settings.patience ?? 'auto', b.settings.patience ?? 'auto']
    const runs = `${a.runId} and ${b.runId}`
    return [
      ...(seeds[0] === seeds[1] || !drawsInputs(a) || !drawsInputs(b)
        ? []
        : [`${runs} have other inputs: their seeds are ${seeds.join(' and ')}; run both with the same --seed`]),
      ...(patience[0] === patience[1] ? [] : [`${runs} were judged with --patience ${patience.join(' and ')}`]),
    ]
  })
  return [...new Set(warnings)]
}

/** Missions that a comparison leaves out, because only one of its runs has them. */
function leftOutWarnings(pairs: readonly (readonly [RunSide, RunSide])[]): string[] {
  const warnings = pairs.flatMap(([{ run: a }, { run: b }]) => [...onlyIn(a, b), ...onlyIn(b, a)])
  return [...new Set(warnings)]
}

/** Agents, and variants of theirs, that are in no comparison, because no other run has them. */
function leftOutAgents(
  runs: readonly (readonly RunSide[])[],
  pairs: readonly (readonly [RunSide, RunSide])[],
): string[] {
  const compared = new Set<RunSide>(pairs.flat().flatMap((side) => side.parts ?? [side]))
  return runs.flatMap((sides) => {
    const left = sides.filter((side) => !compared.has(side))
    const [first] = left
    if (!first) return []
    const names = left.map(({ agent, variant }) => `${agent} (${shortVariant(variant)})`)
    const because = runs.length > 1 ? 'no other run has them' : 'no other agent has the same variant'
    return [`left out, because ${because}: the agents ${names.join(', ')} of ${first.run.runId}`]
  })
}

/** Samples help little: chance is judged by missions. */
function undecidable({ comparisons }: Compared): string[] {
  const short = comparisons.filter(({ missions, missionsNeeded }) => missions < missionsNeeded)
  const [first] = short.toSorted((a, b) => a.missions - b.missions)
  if (first === undefined) return []
  const { missions, missionsNeeded } = first
  return [
    `${pluralise(missions, 'mission')} cannot show whether a difference is chance, however large it is: run at least ${String(missionsNeeded)} missions`,
  ]
}

function onlyIn(run: RunRecord, other: RunRecord): string[] {
  const shared = new Set(sharedMissions(run, other).map(({ id }) => id))
  const left = run.benchmark.missions.map(({ id }) => id).filter((id) => !shared.has(id))
  if (left.length === 0) return []
  return [`left out, because ${other.runId} does not have them: the missions ${left.join(', ')} of ${run.runId}`]
}

/** @throws UsageError if there is nothing to compare, or if the runs are not comparable and `force` is not set */
function comparePairs(divided: readonly PartPair[], force: boolean): Compared {
  const pairs = divided.map(({ pair }) => pair)
  if (pairs.length === 0) throw new UsageError('there is nothing to compare it with; name two runs')
  for (const [a, b] of pairs) {
    if (sharedMissions(a.run, b.run).length > 0) continue
    throw new UsageError(`${a.run.runId} and ${b.run.runId} have no mission in common`)
  }
  const forced = pairs.map(([a, b]) => incompatibilities(a, b))
  const reasons = [...new Set(forced.flat())]
  if (reasons.length > 0 && !force) {
    throw new UsageError(`these are not compared: ${reasons.join('; ')}. --force compares them anyway, with a warning`)
  }
  const among = (part: string | undefined) => divided.filter((each) => each.part === part).flatMap(({ pair }) => pair)
  const comparisons = compareAll(divided.map(({ part, pair: [a, b] }) => nameSides(a, b, among(part))))
  return {
    schemaVersion: SCHEMA_VERSION,
    comparisons: comparisons.map((comparison, index) => {
      const { part, pair } = divided[index] ?? missing()
      const [a, b] = pair
      return {
        ...(part === undefined ? {} : { part }),
        ...comparison,
        a: { ...comparison.a, ...identityOf(a) },
        b: { ...comparison.b, ...identityOf(b) },
        forced: forced[index] ?? [],
      }
    }),
  }
}

function missing(): never {
  throw new TypeError('there are as many comparisons as pairs')
}

function identityOf(
  side: RunSide,
): Pick<Compared['comparisons'][number]['a'], 'runId' | 'agent' | 'version' | 'variant'> {
  const version = versionOf(side)
  const { run, agent, variant } = side
  return { runId: run.runId, agent, ...(version === undefined ? {} : { version }), variant }
}

/** A testcode is a point, if each is worth one. */
function nounOf(sides: readonly (readonly RunSide[])[]): 'point' | 'testcode' {
  return sides.flat().every(({ trials }) => trials.every(isCounted)) ? 'point' : 'testcode'
}

function asText({ comparisons }: Compared, noun: string, pairs: readonly (readonly [RunSide, RunSide])[]): string {
  // For several comparisons, only their sentences are shown.
  const longest = comparisons.length === 1 ? LISTED : 0
  return comparisons
    .map((comparison, index) =>
      [comparisonText(comparison, noun, longest), ...useText(pairs[index] ?? missing())].join('\n'),
    )
    .join('\n\n')
}

/** Whose parts are few missions each: a table shows them better than a sentence for each. */
function isByMissions(by: Division | undefined): boolean {
  return by === 'mission' || by === 'kind' || by === 'tag'
}

const PARTS_HEAD = ['', 'missions', 'old', 'new', 'change', 'fixed', 'broken']

/** One row for each part, and one table for each pair of agents. */
function partsTable({ comparisons }: Compared): string {
  const tables = groupBy(comparisons, ({ a, b }) => `From ${printable(a.name)} to ${printable(b.name)}`)
  return [...tables]
    .map(([title, parts]) => `${title}:\n${formatTable([PARTS_HEAD, ...parts.map(partRow)], [1, 2, 3, 4, 5, 6])}`)
    .join('\n\n')
}

function partRow({
  part = '',
  missions,
  a,
  b,
  difference,
  changes,
  ...rest
}: Compared['comparisons'][number]): string[] {
  const chance = rest.distinguishable ? 'no chance' : 'may be chance'
  return [
    printable(part),
    String(missions),
    percent(a.score),
    percent(b.score),
    difference === null ? 'unknown' : `${difference < 0 ? '+' : ''}${points(-difference)}`,
    String(changes.fixed.length),
    String(changes.broken.length),
    // Fewer missions never tell: their results stand for themselves.
    ...(missions < rest.missionsNeeded ? [] : [chance]),
  ]
}

/** Lines of a list before it is cut; `--json` has all of it. */
const LISTED = 10

function comparisonText(comparison: Compared['comparisons'][number], noun: string, longest: number): string {
  const { part, sentence, changes, forced, a, b, suites = [] } = comparison
  const { fixed, broken, same } = changes
  return [
    `${part === undefined ? '' : `${printable(part)}: `}${printable(sentence)}`,
    ...(forced.length === 0 ? [] : [`Forced: ${printable(forced.join('; '))}.`]),
    `From ${printable(a.name)} to ${printable(b.name)}: ${pluralise(fixed.length, noun)} fixed, ${String(broken.length)} broken, ${String(same)} the same.`,
    ...suites.map((suite) => printable(suiteLine(suite))),
    ...listed('fixed', fixed, longest),
    ...listed('broken', broken, longest),
  ].join('\n')
}

/** `Agent’s time for a trial: 12 s → 15 s; cost: $0.1 → $0.2.` */
function useText(pair: readonly [RunSide, RunSide]): string[] {
  const totals = totalsOf(pair)
  if (totals === undefined) return []
  const { seconds, cost } = totals
  const [before, after] = seconds.map((value) => `${amount(value)} s`)
  const costs = cost === undefined ? 'unknown' : cost.map((value) => `$${amount(value)}`).join(' → ')
  return [`The agent’s time for a trial: ${before ?? ''} → ${after ?? ''}; its cost: ${costs}.`]
}

function suiteLine({ id, weight, a, b }: NonNullable<Compared['comparisons'][number]['suites']>[number]): string {
  return `  suite ${id}${weight === null ? '' : ` (weight ${pointsText(weight)})`}: ${percent(a)} → ${percent(b)}`
}

function listed(word: string, changed: Compared['comparisons'][number]['changes']['fixed'], longest: number): string[] {
  const lines = changed
    .slice(0, longest)
    .map(({ mission, testcode }) => `  ${word}  ${printable(`${mission}  ${testcode}`)}`)
  const more = changed.length - lines.length
  return more > 0 && longest > 0 ? [...lines, `  ${word}  … and ${String(more)} more; --json has all`] : lines
}
