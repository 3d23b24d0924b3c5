/** What a validation finds: plain values, which `pe validate --json` prints as they are. */
import type { Status } from '../../contracts/schema.ts'

/** A solution of a mission that must pass everything. */
export interface SolutionResult {
  readonly mission: string
  /** `canonical`, or the stack of another one. */
  readonly solution: string
  /** How often it was judged. */
  readonly times: number
  /** Points of the mission: its testcodes that are not excluded, and the runnable point. */
  readonly points: number
  /** Points that passed each time. */
  readonly passed: number
  /** Points that did not pass, or not each time. */
  readonly problems: readonly PointProblem[]
}
export interface PointProblem {
  readonly point: string
  /** One for each time, with the seed of that time beside it. */
  readonly statuses: readonly Status[]
  readonly seeds: readonly string[]
  readonly reason: string
}

/** Whether the testcodes of a mission type what is drawn. */
export interface VarietyResult {
  readonly mission: string
  /** Testcodes that type something. */
  readonly typing: number
  /** Testcodes that type the same under every seed. */
  readonly fixed: readonly { readonly testcode: string; readonly why: string | undefined }[]
}

/** What a baseline gets on a mission. */
export interface BaselineResult {
  readonly mission: string
  readonly agent: string
  readonly testcodes: number
  /** Testcodes that it passes. */
  readonly passes: readonly { readonly testcode: string; readonly why: string | undefined }[]
  readonly runnable: boolean
  readonly unjudged: number
}

/** What a cheat gets on a website mission. */
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
  /** Exceptions that are listed for it, whether or not it passes them. */
  readonly allowed: number
  readonly seconds: number
}

/**
 * What became of a fault. `caught`: a testcode of the broken item (of a generated one, any) did not pass. `elsewhere`: only
 * one of another item did not, or the project did not even start.
 */
export type FaultOutcome = 'caught' | 'elsewhere' | 'survived' | 'equivalent' | 'unjudged'
export interface FaultResult {
  readonly mission: string
  readonly kind: 'written' | 'generated'
  /** The id of a written one, the operator of a generated one. */
  readonly name: string
  /** Relative to the folder of the canonical solution. */
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly before: string
  readonly after: string
  readonly outcome: FaultOutcome
  /** What did not pass, or what is known of it otherwise. */
  readonly by: string
}

/** What is wrong with a mission as it is written. */
export interface Finding {
  readonly mission: string
  readonly kind: 'definition' | 'mapping' | 'parameters' | 'assertions' | 'materials' | 'exceptions' | 'control'
  readonly text: string
}

export interface Validation {
  readonly benchmark: string
  readonly missions: readonly { readonly id: string; readonly testcodes: number; readonly seconds: number }[]
  /** Under which solutions were judged; the first one is that of all else. */
  readonly seeds: readonly string[]
  readonly solutions: readonly SolutionResult[]
  /** Of missions whose testcodes are functions, where there was more than one seed. */
  readonly variety: readonly VarietyResult[]
  readonly baselines: readonly BaselineResult[]
  readonly redteam: readonly CheatResult[]
  readonly faults: readonly FaultResult[]
  readonly findings: readonly Finding[]
  /** What was not looked at, and why. */
  readonly skipped: readonly string[]
  readonly seconds: number
}
