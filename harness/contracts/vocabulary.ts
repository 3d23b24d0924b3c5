/**
 * Closed sets of names. The schemas and the flags of the command line are built on them; the flags load this file without zod.
 */

export const LEVELS = [1, 2, 3] as const
export type Level = (typeof LEVELS)[number]

export const MODES = ['direct', 'cascade'] as const
export type Mode = (typeof MODES)[number]

export const MISSION_KINDS = ['website', 'console', 'batch', 'desktop', 'source', 'library'] as const
export type MissionKind = (typeof MISSION_KINDS)[number]

export const SANDBOXES = ['bubblewrap', 'process'] as const
export type SandboxName = (typeof SANDBOXES)[number]

/** Network access of package clients: the registries' hosts, or none. */
export const INSTALL_NETWORKS = ['registry', 'none'] as const
export type InstallNetwork = (typeof INSTALL_NETWORKS)[number]

/** How published mistakes of a benchmark are judged: correctly, or as they were published. */
export const PROTOCOLS = ['default', 'paper'] as const
export type Protocol = (typeof PROTOCOLS)[number]

/** How long an expectation that does not hold waits: until its page has been at rest for a second, or its whole time. */
export const PATIENCES = ['auto', 'full'] as const
export type PatienceMode = (typeof PATIENCES)[number]

/** How similarities are computed: as published, mistakes included, or correctly. */
export const SETTINGS = ['paper', 'strict'] as const
export type Setting = (typeof SETTINGS)[number]

/** Measures of a project's architecture, among the scores: whether they need a canonical solution, and which values are better. */
export const ARCHITECTURE_SCORES = {
  'path-f1': { alone: false, better: 'higher' },
  linkage: { alone: true, better: 'higher' },
  placeholders: { alone: true, better: 'lower' },
  orphans: { alone: true, better: 'lower' },
  contract: { alone: true, better: 'higher' },
} as const
/** Findings of `path-f1`: a path of the canonical solution alone, and one of the project alone. */
export const PATH_FINDINGS = { missing: 'missing', extra: 'not in the reference' } as const
export type ArchitectureScore = keyof typeof ARCHITECTURE_SCORES

export function isArchitectureScore(name: string): name is ArchitectureScore {
  return Object.hasOwn(ARCHITECTURE_SCORES, name)
}

/** Whether a score is one of the project alone, without a canonical solution. */
export function isAlone(name: string): boolean {
  return isArchitectureScore(name) && ARCHITECTURE_SCORES[name].alone
}

const NOT_PASSED = [
  'partial',
  'failed',
  'timeout',
  'error',
  'blocked',
  'bad-parameter',
  'not-run',
  'unjudged',
  'excluded',
] as const

/** The result of one testcode; `partial` has earned some of its points. Only `points.ts` turns a status into a number. */
export const STATUSES = ['passed', ...NOT_PASSED] as const
export type Status = (typeof STATUSES)[number]

/**
 * How the scores of missions are combined. `pooled`: all missions' points together, as in ProjectEval. `mean`: the mean of the
 * missions' scores, each of which is the weighted mean of its suites' scores.
 */
export const SCORINGS = ['pooled', 'mean'] as const
export type Scoring = (typeof SCORINGS)[number]

/** Which limit ended a program or a testcode. */
export const LIMIT_KINDS = ['time', 'memory', 'output', 'disk', 'processes', 'leak', 'build'] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]

/** The status of a whole submission to a judge, in the order of the table of ProjDevBench. */
export const SUBMISSION_STATUSES = [
  'accepted',
  'wrong answer',
  'time limit exceeded',
  'runtime error',
  'compile error',
  'memory leak',
  'memory limit exceeded',
  'other',
] as const
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number]

/** How far a trial got. Only `judged` has verdicts; `pending` has not begun. */
export const OUTCOMES = ['judged', 'no-project', 'not-launched', 'unjudged', 'pending'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Why an agent gave no project that can be judged. */
export const AGENT_FAULT_KINDS = [
  /** The answer contains nothing in the requested format. */
  'unreadable',
  'empty',
  'refused',
  /** A filter of the model's server refused. */
  'filtered',
  /** The answer reached its length limit. */
  'cut-off',
  /** The request is longer than the model's context. */
  'context-overflow',
  /** The agent's own program threw an error or ended. */
  'crashed',
  /** The agent reached a time, output or size limit. */
  'limit',
] as const
export type AgentFaultKind = (typeof AGENT_FAULT_KINDS)[number]

/** Trials that `--retry` runs again: with unjudged testcodes, without a launched project, or with an agent's fault. */
export const RETRY_CLASSES = ['unjudged', 'not-launched', 'agent', ...AGENT_FAULT_KINDS] as const
export type RetryClass = (typeof RETRY_CLASSES)[number]

/** Values of `--fail-on`: statuses of testcodes, and two findings about the whole run. */
export const FAIL_ON = [...NOT_PASSED, ...(['flaky', 'incomplete'] as const)] as const
export type FailOn = (typeof FAIL_ON)[number]

/** Agents that build nothing. Their limits are in `quality/validate/limits.ts`. */
export const BASELINES = ['null', 'skeleton', 'always-200', 'echo', 'parameters-only', 'empty-page'] as const

/** The same for missions with windows. */
export const WINDOW_BASELINES = ['blank-window', 'still-picture', 'noise', 'flicker'] as const
export type WindowBaseline = (typeof WINDOW_BASELINES)[number]

/** The same for libraries: they have the names of the canonical solution, and nothing behind them. */
export const LIBRARY_BASELINES = ['empty-files', 'stubs', 'mocks'] as const
export type LibraryBaseline = (typeof LIBRARY_BASELINES)[number]

/** The suite of a desktop mission that only asks for a program that runs: these baselines may pass it, and no other one. */
export const EXECUTABILITY = 'executability'

/** Adaptive cheats. Their limits are in `quality/validate/limits.ts`. */
export const CHEATS = ['cycler', 'listener', 'every-number', 'unseen', 'crasher', 'replayer'] as const

/** The stages of a trial, as events and records name them. `rejudge`: the same project is judged again. */
export const STAGES = [
  'generate',
  'feedback',
  'freeze',
  'answer',
  'launch',
  'open',
  'judge',
  'control',
  'rejudge',
] as const
export type Stage = (typeof STAGES)[number]

/** Where the time of a trial or a run goes. Every moment belongs to exactly one of these. */
export const LEDGER_ENTRIES = [
  /** The harness itself: none of the others. */
  'harness',
  /** The agent works, or waits for its model. */
  'agent',
  /** The trial waits until the machine has room for it. */
  'queue',
  /** Packages of the project are installed. */
  'install',
  /** The project starts, until it answers; and its end. */
  'boot',
  /** The browser starts, gets a page, forgets everything, or closes. */
  'browser',
  /** Clicks, inputs and navigations, with what the page and its server do in answer. */
  'actions',
  /** Expectations look at the page, or wait until it shows what they expect. */
  'expectations',
  /** A program or a test suite of the project runs. */
  'program',
  /** Screenshots, traces and texts of what did not pass are kept. */
  'evidence',
  /** Of a run: no trial was running. */
  'idle',
] as const
export type LedgerEntry = (typeof LEDGER_ENTRIES)[number]
