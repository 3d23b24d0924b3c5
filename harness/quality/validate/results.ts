/** The results of a validation: plain values, which `pe validate --json` prints unchanged. */
import type { Status } from '../../contracts/schema.ts'

/** The result of a solution, which must pass everything. */
export interface SolutionResult {
  readonly mission: string
  /** `canonical`, or the stack of an alternative solution. */
  readonly solution: string
  /** How often it was judged. */
  readonly times: number
  /** Points of the mission: its testcodes except excluded ones, and the runnable point. */
  readonly points: number
  /** Points that passed each time. */
  readonly passed: number
  /** Points that did not pass, or not each time. */
  readonly problems: readonly PointProblem[]
}
export interface PointProblem {
  readonly point: string
  /** One status per round; `seeds` has the seed of each. */
  readonly statuses: readonly Status[]
  readonly seeds: readonly string[]
  readonly reason: string
}

/** How many testcodes of a mission type values drawn from the seed. */
export interface VarietyResult {
  readonly mission: string
  /** Testcodes that type, choose or tick something. */
  readonly typing: number
  /** Testcodes that type the same under every seed. */
  readonly fixed: readonly { readonly testcode: string; readonly why: string | undefined }[]
  /** Testcodes that draw, and by chance drew and typed the same under all seeds of the rounds: these seeds decide nothing. */
  readonly undecided: readonly string[]
}

/** The result of a baseline on a mission. */
export interface BaselineResult {
  readonly mission: string
  readonly agent: string
  readonly testcodes: number
  /** Testcodes that it passes. */
  readonly passes: readonly { readonly testcode: string; readonly why: string | undefined }[]
  readonly runnable: boolean
  readonly unjudged: number
}

/** The result of a cheat on a website mission. */
export interface CheatResult {
  readonly mission: string
  readonly agent: string
  /** Testcodes that are not excluded. */
  readonly testcodes: number
  /** Testcodes that it passes, with the reason if an exception is listed. */
  readonly passes: readonly { readonly testcode: string; readonly why: string | undefined }[]
  readonly runnable: boolean
  /** Points without a verdict: a cheat that moves points out of the denominator gains by them too. */
  readonly unjudged: readonly string[]
  /** Exceptions listed for it, whether or not it passes them. */
  readonly allowed: number
  readonly seconds: number
}

/**
 * The outcome of a fault. `caught`: a testcode of the broken item did not pass (for a generated fault, any testcode).
 * `elsewhere`: only a testcode of another item did not pass, or the project did not start.
 */
export type FaultOutcome = 'caught' | 'elsewhere' | 'survived' | 'equivalent' | 'unjudged'
export interface FaultResult {
  readonly mission: string
  readonly kind: 'written' | 'generated'
  /** The id of a written fault, or the operator of a generated one. */
  readonly name: string
  /** Relative to the folder of the canonical solution. */
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly before: string
  readonly after: string
  readonly outcome: FaultOutcome
  /** The testcode that did not pass, or another reason for the outcome. */
  readonly by: string
}

/** A problem in the definition of a mission. */
export interface Finding {
  readonly mission: string
  readonly kind: 'definition' | 'mapping' | 'parameters' | 'assertions' | 'materials' | 'exceptions' | 'control'
  readonly text: string
}

export interface Validation {
  readonly benchmark: string
  readonly missions: readonly { readonly id: string; readonly testcodes: number; readonly seconds: number }[]
  /** Seeds with which solutions were judged; everything else uses the first one. */
  readonly seeds: readonly string[]
  readonly solutions: readonly SolutionResult[]
  /** Only for missions whose testcodes are functions, and only with more than one seed. */
  readonly variety: readonly VarietyResult[]
  readonly baselines: readonly BaselineResult[]
  readonly redteam: readonly CheatResult[]
  readonly faults: readonly FaultResult[]
  readonly findings: readonly Finding[]
  /** Parts that were not validated, each with the reason. */
  readonly skipped: readonly string[]
  readonly seconds: number
}
