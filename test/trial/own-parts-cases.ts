/** Shared by the tests of own-parts. */
import { expect, it } from 'vitest'
import { UsageError } from '../../harness/errors.ts'
import { checkedLauncher } from '../../harness/launchers/own.ts'
import { programCommand } from '../../harness/launchers/command.ts'
import { checkedTester } from '../../harness/testers/own.ts'
import { subprocess } from '../../harness/testers/subprocess.ts'
import { runTrial } from '../../harness/trial/trial.ts'
import type { Judgement, Launcher, TesterEntry } from '../../harness/contracts/types.ts'
import { projectFor } from '../fixtures/feedback/projects.ts'
import { place, type Place } from './feedback-trial.ts'

export const FILE = '/home/me/mine.ts'
export const thrown = () => {
  throw new TypeError('of my own')
}

/** The tester of programs with another `open`, as if it were from a user's file. */
export function tester(open: TesterEntry['open'], milliseconds?: number): TesterEntry {
  return checkedTester({ ...subprocess, open }, FILE, milliseconds)
}

export async function judgedBy(here: Place, own: TesterEntry) {
  const trial = here.trial(() => Promise.resolve(projectFor('abc')))
  return runTrial({ ...trial, suites: trial.suites.map((suite) => ({ ...suite, tester: own })) })
}

/** The session of the tester of programs, but for the testcode `b`. */
export function judging(judge: () => unknown): TesterEntry['open'] {
  return async (target, setup) => {
    const session = await subprocess.open(target, setup)
    return {
      runnable: () => session.runnable(),
      judge: (testcode, values) =>
        testcode.id === 'b' ? (judge() as Promise<Judgement>) : session.judge(testcode, values),
      [Symbol.asyncDispose]: () => session[Symbol.asyncDispose](),
    }
  }
}

export const JUDGEMENTS: readonly (readonly [string, () => unknown, string])[] = [
  ['throws at once', thrown, 'of my own'],
  ['rejects', () => Promise.reject(new Error('of my own')), 'of my own'],
  ['throws what ends a run', () => Promise.reject(new UsageError('of my own')), 'of my own'],
  ['returns nothing', () => Promise.resolve(), 'returned no judgement'],
  ['returns an unknown status', () => Promise.resolve({ status: 'great', evidence: {} }), 'status'],
  ['gives itself a status of the harness', () => Promise.resolve({ status: 'excluded', evidence: {} }), 'status'],
  ['earns no number', () => Promise.resolve({ status: 'partial', earned: Number.NaN, evidence: {} }), 'earned'],
  ['earns more than there is', () => Promise.resolve({ status: 'partial', earned: 2, evidence: {} }), '2 points'],
  ['names evidence elsewhere', () => ({ status: 'failed', evidence: { trace: '../../x' } }), 'evidence.trace'],
]

export function leavesRestUnjudged(cases: typeof JUDGEMENTS): void {
  it.each(cases)('that %s leaves the rest unjudged', async (_, judge, reason) => {
    await using here = await place('plain')
    const record = await judgedBy(here, tester(judging(judge)))
    expect(record.verdicts.map(({ status }) => status)).toEqual(['passed', 'unjudged', 'unjudged'])
    expect(record.verdicts[1]?.reason).toContain(FILE)
    expect(record.verdicts[1]?.reason).toContain(reason)
    // No project can have caused it: it is not judged a second time.
    expect([record.outcome, record.attempts]).toEqual(['judged', undefined])
  })
}

export const LAUNCHERS: readonly (readonly [string, Partial<Launcher>, string])[] = [
  ['throws', { launch: thrown }, 'launch(): of my own'],
  ['rejects with what ends a run', { launch: () => Promise.reject(new UsageError('of my own')) }, 'of my own'],
  ['throws when it is asked', { accepts: thrown }, 'accepts(): of my own'],
  ['returns nothing', { launch: () => Promise.resolve() as never }, 'launch(): returned no target'],
  [
    'returns a target without a program',
    { launch: (workspace, sandbox) => Promise.resolve({ kind: 'program', workspace, sandbox, argv: [] }) as never },
    'argv',
  ],
  [
    'returns a target that cannot be ended',
    {
      launch: (workspace, sandbox) => Promise.resolve({ kind: 'program', workspace, sandbox, argv: ['x'] }) as never,
    },
    'log',
  ],
]

export function leavesTrialUnjudged(cases: typeof LAUNCHERS): void {
  it.each(cases)('that %s leaves the trial unjudged', async (_, changes, reason) => {
    const record = await launchedBy(changes)
    expect([record.outcome, record.attempts]).toEqual(['unjudged', undefined])
    expect(record.reason).toContain(FILE)
    expect(record.reason).toContain(reason)
  })
}

export async function launchedBy(changes: Partial<Launcher>, milliseconds?: number) {
  await using here = await place('plain')
  const own = checkedLauncher({ ...programCommand, name: 'mine', accepts: () => true, ...changes }, FILE, milliseconds)
  return await runTrial(here.trial(() => Promise.resolve(projectFor('abc')), { launchers: [own] }))
}
