/** Pure: validation results → claims about the suite, and whether they hold. */
import { EXECUTABILITY, LIBRARY_BASELINES, WINDOW_BASELINES } from '../../contracts/vocabulary.ts'
import type { Status } from '../../contracts/schema.ts'
import type { BaselineResult, CheatResult, FaultResult, Validation } from './results.ts'
import { pluralise } from '../../lib/wording/count.ts'

/** Limits that a suite of missions must keep. */
export const LIMITS = {
  /** Share of all testcodes of the suite that a baseline may pass; `null` must pass none. */
  baseline: 0.02,
  /** Share of the tests of a library that a baseline may pass; the suite is weak if it passes more. */
  library: 0.1,
  /** Share of the testcodes of the judged website missions that a cheat may pass without a listed reason. */
  redteam: 0.02,
  written: 0.95,
  generated: 0.8,
  /** Share of the typing testcodes that must type values drawn from the seed. */
  drawn: 0.9,
} as const

/** A claim about the suite, with the measured figure. */
export interface Claim {
  readonly claim: string
  readonly figure: string
  readonly holds: boolean
  /** False if there was nothing to test the claim on: it is neither proven nor refuted. */
  readonly tried?: false
}

/**
 * @param whole Whether all missions were validated: the share of a baseline is defined for the whole suite
 */
export function claimsOf(validation: Validation, whole: boolean): Claim[] {
  return [
    ...solutionClaims(validation),
    ...seedClaims(validation),
    ...varietyClaims(validation, whole),
    ...baselineClaims(validation, whole),
    ...redteamClaims(validation.redteam),
    ...faultClaims(validation.faults),
    {
      claim: 'Missions have no findings',
      figure: validation.findings.length === 0 ? 'no findings' : pluralise(validation.findings.length, 'finding'),
      holds: validation.findings.length === 0,
    },
  ]
}

function solutionClaims({ solutions }: Validation): Claim[] {
  const claim = (name: string, of: Validation['solutions']): Claim => {
    const [passed, points] = [sum(of.map((each) => each.passed)), sum(of.map((each) => each.points))]
    const flaky = of.flatMap(({ problems }) => problems).filter(isFlaky).length
    if (of.length === 0) return { claim: name, figure: 'not tried', holds: true, tried: false }
    const figure = `${passed} of ${points} points${of[0]?.times === 1 ? `, ${pluralise(of.length, 'solution')}` : `, ${flaky} changed`}`
    return { claim: name, figure, holds: passed === points }
  }
  const canonical = solutions.filter(({ solution }) => solution === 'canonical')
  const others = solutions.filter(({ solution }) => solution !== 'canonical')
  return [
    claim(`Canonical solutions pass${timesOver(canonical[0]?.times ?? 0)}`, canonical),
    ...(others.length === 0 ? [] : [claim('Other solutions pass', others)]),
  ]
}

function timesOver(times: number): string {
  return times === 0 ? '' : times === 1 ? ', once' : `, ${times} times each`
}

function seedClaims({ seeds, solutions }: Validation): Claim[] {
  if (seeds.length < 2) return []
  const depending = solutions.flatMap(({ problems }) => problems).filter(dependsOnSeed).length
  return [
    {
      claim: 'No verdict on a solution depends on the seed',
      figure: `${depending} of ${sum(solutions.map(({ points }) => points))} points changed, ${seeds.length} seeds`,
      holds: depending === 0,
      ...(solutions.length === 0 ? { tried: false as const } : {}),
    },
  ]
}

function varietyClaims({ variety }: Validation, whole: boolean): Claim[] {
  const typing = sum(variety.map((each) => each.typing))
  if (typing === 0) return []
  const fixed = variety.flatMap((each) => each.fixed)
  const unlisted = fixed.filter(({ why }) => why === undefined).length
  const undecided = sum(variety.map((each) => each.undecided.length))
  const drawn = typing - fixed.length - undecided
  return [
    {
      claim: `At least ${LIMITS.drawn * 100}% of the testcodes that type something draw it from the seed, others have a reason`,
      figure: `${drawn} of ${typing} (${((100 * drawn) / typing).toFixed(1)}%), ${unlisted} without a reason, ${undecided} with equal draws`,
      holds: unlisted === 0 && (!whole || drawn >= LIMITS.drawn * typing),
    },
  ]
}

function baselineClaims({ baselines }: Validation, whole: boolean): Claim[] {
  return [...new Set(baselines.map(({ agent }) => agent))].map((agent) => {
    const own = baselines.filter((each) => each.agent === agent)
    if (agent === 'null') return nothing(own)
    const isLibrary = (LIBRARY_BASELINES as readonly string[]).includes(agent)
    return isLibrary ? ofLibraries(agent, own) : almostNothing(agent, own, whole)
  })
}

function nothing(own: readonly BaselineResult[]): Claim {
  const points = sum(own.map(({ passes, runnable }) => passes.length + (runnable ? 1 : 0)))
  const unjudged = sum(own.map((each) => each.unjudged))
  return {
    claim: 'Baseline null gets no point',
    figure: `${points} points${unknown(unjudged)}`,
    holds: points + unjudged === 0,
  }
}

function almostNothing(agent: string, own: readonly BaselineResult[], whole: boolean): Claim {
  const [passes, testcodes] = [own.flatMap((each) => each.passes), sum(own.map((each) => each.testcodes))]
  const unlisted = passes.filter(({ why }) => why === undefined).length
  const unjudged = sum(own.map((each) => each.unjudged))
  const isWindow = (WINDOW_BASELINES as readonly string[]).includes(agent)
  // Missions with windows are validated by name, so that there is no whole suite of them.
  const few = (!whole && !isWindow) || passes.length <= LIMITS.baseline * testcodes
  const share = testcodes === 0 ? '' : ` (${((100 * passes.length) / testcodes).toFixed(1)}%)`
  return {
    claim: `Baseline ${agent} passes at most ${LIMITS.baseline * 100}% of the testcodes${isWindow ? ` besides ${EXECUTABILITY}` : ''}, each with a reason`,
    figure: `${passes.length} of ${testcodes}${share}, ${unlisted} without a reason${unknown(unjudged)}`,
    holds: few && unlisted === 0 && unjudged === 0,
  }
}

/** Of each library by itself: its tests were published, and can be weak. */
function ofLibraries(agent: string, own: readonly BaselineResult[]): Claim {
  const [passes, testcodes] = [sum(own.map((each) => each.passes.length)), sum(own.map((each) => each.testcodes))]
  const unjudged = sum(own.map((each) => each.unjudged))
  const weak = own.filter((each) => each.passes.length > LIMITS.library * each.testcodes)
  const named = weak.map((each) => `${each.mission} (${each.passes.length} of ${each.testcodes})`)
  return {
    claim: `Baseline ${agent} passes at most ${LIMITS.library * 100}% of the tests of each library`,
    figure: `${passes} of ${testcodes}${unknown(unjudged)}${named.length === 0 ? '' : `; weak: ${named.join(', ')}`}`,
    holds: weak.length + unjudged === 0,
  }
}

/** One claim per cheat and variant. */
export function redteamClaims(results: readonly CheatResult[]): Claim[] {
  return [...new Set(results.map(({ agent }) => agent))].map((agent) => {
    const own = results.filter((each) => each.agent === agent)
    const testcodes = sum(own.map((each) => each.testcodes))
    const passes = own.flatMap((each) => each.passes)
    const unlisted = passes.filter(({ why }) => why === undefined).length
    const unjudged = sum(own.map((each) => each.unjudged.length))
    const share = testcodes === 0 ? '' : ` (${((100 * (unlisted + unjudged)) / testcodes).toFixed(1)}%)`
    return {
      claim: `Cheat ${agent} gains at most ${LIMITS.redteam * 100}% of the testcodes beyond its listed exceptions`,
      figure: `${unlisted} of ${testcodes} passed without a reason${unknown(unjudged)}${share}; ${passes.length - unlisted} listed`,
      holds: unlisted + unjudged <= LIMITS.redteam * testcodes,
    }
  })
}

function faultClaims(faults: readonly FaultResult[]): Claim[] {
  return (['written', 'generated'] as const).flatMap((kind) => {
    const own = faults.filter((fault) => fault.kind === kind)
    if (own.length === 0) return []
    const count = (outcome: FaultResult['outcome']) => own.filter((fault) => fault.outcome === outcome).length
    const counted = own.length - count('equivalent')
    const caught = count('caught') + (kind === 'generated' ? count('elsewhere') : 0)
    const equivalent = count('equivalent') === 0 ? '' : `, ${count('equivalent')} equivalent`
    const share = counted === 0 ? 1 : caught / counted
    return [
      {
        claim: `At least ${LIMITS[kind] * 100}% of the ${kind} faults are caught`,
        figure: `${caught} of ${counted} (${(100 * share).toFixed(1)}%)${equivalent}${unknown(count('unjudged'))}`,
        holds: share >= LIMITS[kind] && count('unjudged') === 0,
      },
    ]
  })
}

/** Whether the verdict changes between rounds with the same seed. Unjudged rounds do not count. */
export function isFlaky({ statuses, seeds }: Outcomes): boolean {
  return [...new Set(seeds)].some((seed) => known(statuses.filter((_, time) => seeds[time] === seed)).size > 1)
}

/** Whether the verdict changes only with the seed. */
export function dependsOnSeed(outcomes: Outcomes): boolean {
  return !isFlaky(outcomes) && known(outcomes.statuses).size > 1
}

/** The statuses of a point, and the seed of each. */
interface Outcomes {
  readonly statuses: readonly Status[]
  readonly seeds: readonly string[]
}

function known(statuses: readonly Status[]): Set<Status> {
  return new Set(statuses.filter((status) => status !== 'unjudged'))
}

function unknown(unjudged: number): string {
  return unjudged === 0 ? '' : `, ${unjudged} unjudged`
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
