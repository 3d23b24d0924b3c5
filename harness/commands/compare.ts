import { defineCommand } from './flags/command.ts'
import type { Argv } from 'yargs'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import { drawsInputs } from '../contracts/drawn.ts'
import { SCHEMA_VERSION, type Compared, type RunRecord } from '../contracts/schema.ts'
import { shortVariant } from '../contracts/variants.ts'
import { UsageError } from '../errors.ts'
import { compareAll } from '../lib/statistics/compare.ts'
import {
  nameSides,
  incompatibilities,
  pairSides,
  sharedMissions,
  sidesOf,
  type RunSide,
} from '../lib/statistics/sides.ts'
import { isCounted } from '../lib/statistics/trial-score.ts'
import { pointsText } from '../contracts/points.ts'
import { percent } from '../reporters/percent.ts'
import { printable } from '../reporters/printable.ts'
import { resultFiles } from '../store/store.ts'
import { pluralise } from '../lib/wording/count.ts'
import { JSON_OUTPUT, OUT } from './flags/common.ts'
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
    .option('force', {
      type: 'boolean',
      default: false,
      describe: 'compare what differs in more than its agents, with a warning',
    })
    .option('json', JSON_OUTPUT)
    .example('$0 compare RUN RUN', 'is the new version better?')
}

export interface CompareOptions {
  readonly runs: readonly string[]
  readonly out: string
  readonly force: boolean
  readonly json: boolean
}

export const command = defineCommand({
  flags: compareFlags,
  options: ({ runs, out, force, json }) => ({ runs, out, force, json }),
  handler: compareCommand,
})

/** `pe compare A B`: how far apart they are, and whether that could be chance. */
export async function compareCommand(options: CompareOptions): Promise<ExitCode> {
  const sides = await readSides(options)
  const compared = compareRuns(sides, options.force)
  const pairs = pairSides(sides)
  const warnings = [
    ...settingWarnings(pairs),
    ...leftOutWarnings(pairs),
    ...leftOutAgents(sides, pairs),
    ...undecidable(compared),
  ]
  for (const warning of warnings) complain(warning)
  if (options.json) process.stdout.write(`${JSON.stringify(compared, null, 2)}\n`)
  else print(asText(compared, nounOf(sides)))
  return EXIT.done
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
  const compared = new Set<RunSide>(pairs.flat())
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
export function compareRuns(runs: readonly (readonly RunSide[])[], force: boolean): Compared {
  const pairs = pairSides(runs)
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
  const comparisons = compareAll(pairs.map(([a, b]) => nameSides(a, b, pairs.flat())))
  return {
    schemaVersion: SCHEMA_VERSION,
    comparisons: comparisons.map((comparison, index) => {
      const [a, b] = pairs[index] ?? missing()
      return {
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

function identityOf({
  run,
  agent,
  variant,
}: RunSide): Pick<Compared['comparisons'][number]['a'], 'runId' | 'agent' | 'variant'> {
  return { runId: run.runId, agent, variant }
}

/** A testcode is a point, if each is worth one. */
function nounOf(sides: readonly (readonly RunSide[])[]): 'points' | 'testcodes' {
  return sides.flat().every(({ trials }) => trials.every(isCounted)) ? 'points' : 'testcodes'
}

function asText({ comparisons }: Compared, noun: string): string {
  // For several comparisons, only their sentences are shown.
  const longest = comparisons.length === 1 ? LISTED : 0
  return comparisons.map((comparison) => comparisonText(comparison, noun, longest)).join('\n\n')
}

/** Lines of a list before it is cut; `--json` has all of it. */
const LISTED = 10

function comparisonText(comparison: Compared['comparisons'][number], noun: string, longest: number): string {
  const { sentence, changes, forced, a, b, suites = [] } = comparison
  const { fixed, broken, same } = changes
  return [
    printable(sentence),
    ...(forced.length === 0 ? [] : [`Forced: ${printable(forced.join('; '))}.`]),
    `From ${printable(a.name)} to ${printable(b.name)}: ${String(fixed.length)} ${noun} fixed, ${String(broken.length)} broken, ${String(same)} the same.`,
    ...suites.map((suite) => printable(suiteLine(suite))),
    ...listed('fixed', fixed, longest),
    ...listed('broken', broken, longest),
  ].join('\n')
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
