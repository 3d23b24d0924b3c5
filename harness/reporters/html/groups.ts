import { levelAndMode, shortVariant } from '../../contracts/variants.ts'
import type { RunRecord, Summary, TrialKey, TrialRecord, Verdict } from '../../contracts/schema.ts'
import type { FunnelStep, GroupInfo, Measures, MeanMeasure } from './data.ts'
import { omit } from './omit.ts'
import { useView } from './use.ts'

/** A run that is part of a report. */
export interface ReportedRun {
  readonly folder: string
  readonly run: RunRecord
  readonly summary: Summary
}

type GroupKey = Pick<TrialKey, 'agent' | 'variant'>

/** The same in every rebuild. Of several runs, the run is a part of it. */
export function fullNameIn(reported: readonly ReportedRun[], { run }: ReportedRun, key: GroupKey): string {
  const name = `${key.agent}/${key.variant.replace('.', '/')}`
  return reported.length > 1 ? `${run.runId}/${name}` : name
}

/** All groups of all runs, with what the summary says of each. */
export function groupInfos(
  reported: readonly ReportedRun[],
  funnels: ReadonlyMap<string, Funnel>,
  measures: ReadonlyMap<string, readonly Measures[]> = new Map(),
): GroupInfo[] {
  const all = reported.flatMap((each, run) =>
    each.summary.groups.map((group) => ({
      ...omit(group, 'missions'),
      use: useView(group.use),
      run,
      name: fullNameIn(reported, each, group),
    })),
  )
  return all.map((group) => ({
    ...group,
    label: labelOf(group, all, reported),
    funnel: (funnels.get(group.name) ?? new Funnel()).steps(),
    ...meansIn(measures.get(group.name) ?? []),
  }))
}

/** Nothing if no scorer has measured a trial. */
function meansIn(trials: readonly Measures[]): Pick<GroupInfo, 'measures'> {
  const means = meansOf(trials)
  return means.length === 0 ? {} : { measures: means }
}

type Part = GroupKey & { readonly run: number }

/** The shortest label that distinguishes a group from all others. */
function labelOf(group: Part, all: readonly Part[], reported: readonly ReportedRun[]): string {
  const differ = (key: keyof Part) => new Set(all.map((each) => each[key])).size > 1
  return [
    group.agent,
    ...variantParts(group.variant, [...new Set(all.map(({ variant }) => variant))]),
    ...(differ('run') ? [shortRun(reported[group.run]?.run.runId ?? '', reported)] : []),
  ].join(' · ')
}

/** Names only the level or the mode if the other is the same everywhere. Other variants are named in full. */
function variantParts(variant: string, all: readonly string[]): string[] {
  if (all.length < 2) return []
  const own = levelAndMode(variant)
  const others = all.map(levelAndMode)
  if (!own || others.includes(undefined)) return [shortVariant(variant)]
  return [
    ...(others.some((each) => each?.level !== own.level) ? [`L${String(own.level)}`] : []),
    ...(others.some((each) => each?.mode !== own.mode) ? [own.mode] : []),
  ]
}

/** Run ids begin with a time to the second, and end with a suffix that makes two of the same second different. */
function shortRun(runId: string, reported: readonly ReportedRun[]): string {
  if (runId.length <= 20) return runId
  const alike = reported.filter(({ run }) => run.runId.startsWith(runId.slice(0, MINUTE)))
  return runId.slice(YEAR, alike.length > 1 ? undefined : MINUTE).replace('T', ' ')
}

/** Lengths of two prefixes of a run id: the year with its dash, and the time to the minute. */
const [YEAR, MINUTE] = [5, 16]

/** How many projects reached each step, and of how many this is unknown. */
export class Funnel {
  readonly #counts = STEPS.map((step) => ({ step, count: 0, unknown: 0 }))

  add(record: TrialRecord): void {
    for (const [index, reached] of stepsReached(record).entries()) {
      const entry = this.#counts[index]
      if (!entry) continue
      if (reached === undefined) entry.unknown += 1
      else if (reached) entry.count += 1
    }
  }

  steps(): readonly FunnelStep[] {
    return this.#counts
  }
}

const STEPS = ['generated', 'parsed', 'installed', 'launched', 'answered', 'passed'] as const

/** In the order of `STEPS`; undefined if the record does not say. */
function stepsReached(record: TrialRecord): readonly (boolean | undefined)[] {
  const { outcome, failedAt, runnable, verdicts } = record
  if (outcome === 'no-project') return [gaveSomething(record), false, false, false, false, false]
  if (outcome === 'not-launched') {
    const installed = failedAt === undefined ? undefined : failedAt !== 'install'
    return [true, true, installed, false, false, false]
  }
  if (outcome !== 'judged') return STEPS.map(() => undefined)
  if (doesNotCompile(verdicts)) return [true, true, true, false, false, false]
  const all = [runnable, ...verdicts]
  // A run that judged nothing does not say whether its tests can begin.
  if (all.every(({ status, points }) => status === 'excluded' || points.of === 0) && allPassed(all) === true)
    return [true, true, true, true, undefined, undefined]
  return [true, true, true, true, allPassed([runnable]), allPassed([runnable, ...verdicts])]
}

/** Whether a build failed and nothing ran: a verdict of a program that ran has the resources that it used. */
function doesNotCompile(verdicts: readonly Verdict[]): boolean {
  return verdicts.some(({ limit }) => limit === 'build') && verdicts.every(({ usage }) => usage === undefined)
}

/** Whether an agent without a project gave any answer; undefined if the record does not say. */
function gaveSomething({ fault }: TrialRecord): boolean | undefined {
  return fault === undefined ? undefined : ['unreadable', 'cut-off'].includes(fault)
}

/** One that failed decides; without one, something unknown leaves it open. */
function allPassed(verdicts: readonly Verdict[]): boolean | undefined {
  const judged = verdicts.filter(({ status }) => status !== 'unjudged' && status !== 'excluded')
  if (judged.some(({ status }) => status !== 'passed')) return false
  return verdicts.some(({ status }) => status === 'unjudged') ? undefined : true
}

// ---- measures ------------------------------------------------------------------------------------------------------

/**
 * Each measure over all trials that have it. Trials that were not measured are counted beside it, never as a number.
 * @param trials The measures of each trial, none if there are none
 */
function meansOf(trials: readonly Measures[]): MeanMeasure[] {
  const names = [...new Set(trials.flat().map(({ name }) => name))]
  return names.map((name) => {
    const all = trials.map((measures) => measures.find((each) => each.name === name)?.measure)
    const known = all.filter((measure) => measure?.scored === true)
    const [first] = known
    return {
      name,
      ...(first?.unit === undefined ? {} : { unit: first.unit }),
      ...(first?.better === undefined ? {} : { better: first.better }),
      ...(first === undefined ? {} : { mean: known.reduce((sum, { value }) => sum + value, 0) / known.length }),
      known: known.length,
      unknown: all.length - known.length,
    }
  })
}
