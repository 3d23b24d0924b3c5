/** Testers and launchers of a user that misbehave: real trials, which end, and say whose fault it was. */
import { describe, expect } from 'vitest'
import { MachineFault, ProjectFault, UsageError } from '../../harness/errors.ts'
import { checkedLauncher } from '../../harness/launchers/checked-launcher.ts'
import { programCommand } from '../../harness/launchers/command.ts'
import { boundedScorer } from '../../harness/scorers/own.ts'
import { checkedTester } from '../../harness/testers/checked-tester.ts'
import { subprocess } from '../../harness/testers/subprocess.ts'
import { runTrial } from '../../harness/trial/trial.ts'
import type { Judgement, Launcher, TesterEntry, TestSession } from '../../harness/contracts/types.ts'
import { projectFor } from '../fixtures/feedback/projects.ts'
import { missionOf } from '../helpers.ts'
import { passed, place, type Place } from './feedback-trial.ts'
import { sampled } from '../part.ts'

const it = sampled('trial/own-parts', 3)

const FILE = '/home/me/mine.ts'
/** Milliseconds until a call that does not settle is given up. */
const SOON = 100

const never = () => new Promise<never>(() => undefined)
const thrown = () => {
  throw new TypeError('of my own')
}

/** The tester of programs with another `open`, as if it were from a user's file. */
function tester(open: TesterEntry['open'], milliseconds?: number): TesterEntry {
  return checkedTester({ ...subprocess, open }, FILE, milliseconds)
}

/** The session of the tester of programs, but for the testcode `b`. */
function judging(judge: () => unknown): TesterEntry['open'] {
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

async function judgedBy(here: Place, own: TesterEntry) {
  const trial = here.trial(() => Promise.resolve(projectFor('abc')))
  return runTrial({ ...trial, suites: trial.suites.map((suite) => ({ ...suite, tester: own })) })
}

/** `open` may wait for as long as a testcode may take twice; so these limits are short. */
const short = { trial: 60_000, testcode: SOON, start: SOON, install: SOON }

describe('a tester of a user', () => {
  const nonsense: readonly [string, () => unknown, string][] = [
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
  it.each(nonsense)('that %s leaves the rest unjudged', async (_, judge, reason) => {
    await using here = await place('plain')
    const record = await judgedBy(here, tester(judging(judge)))
    expect(record.verdicts.map(({ status }) => status)).toEqual(['passed', 'unjudged', 'unjudged'])
    expect(record.verdicts[1]?.reason).toContain(FILE)
    expect(record.verdicts[1]?.reason).toContain(reason)
    // No project can have caused it: it is not judged a second time.
    expect([record.outcome, record.attempts]).toEqual(['judged', undefined])
  })

  it('that never answers is given up', async () => {
    await using here = await place('plain')
    const hangs: TesterEntry['open'] = () =>
      Promise.resolve({ runnable: never, judge: never, [Symbol.asyncDispose]: () => Promise.resolve() })
    const trial = here.trial(() => Promise.resolve(projectFor('abc')), { limits: short })
    const suites = (own: TesterEntry) => trial.suites.map((suite) => ({ ...suite, tester: own }))
    for (const open of [hangs, never]) {
      const record = await runTrial({ ...trial, suites: suites(tester(open, SOON)) })
      expect(record.outcome).toBe('unjudged')
      expect(record.reason).toMatch(/^\/home\/me\/mine\.ts: (runnable|open)\(\): did not end within 0\.2 s$/)
    }
  })

  it('that returns no session, or cannot open one, leaves the trial unjudged', async () => {
    await using here = await place('plain')
    for (const open of [thrown, () => Promise.resolve({ judge: never } as unknown as TestSession)]) {
      const record = await judgedBy(here, tester(open))
      expect([record.outcome, record.attempts]).toEqual(['unjudged', undefined])
      expect(record.reason).toContain(`${FILE}: open()`)
    }
  })

  it('adds no field to a verdict', async () => {
    await using here = await place('plain')
    const loud = { status: 'failed', points: { earned: 9, of: 9 }, testcode: 'a', suite: 'x', milliseconds: -1 }
    const record = await judgedBy(here, tester(judging(() => ({ ...loud, evidence: { output: 'no', extra: 1 } }))))
    expect(record.verdicts[1]).toEqual({
      testcode: 'b',
      status: 'failed',
      points: { earned: 0, of: 2 },
      milliseconds: expect.any(Number) as number,
      evidence: { output: 'no' },
    })
    expect(passed(record)).toBe('ac')
  })

  it('is told that its suite is wrong by an error of the person at the keyboard', () => {
    const wrong = (check: () => unknown) => checkedTester({ ...subprocess, check: check }, FILE).check
    const mission = missionOf()
    const [suite] = mission.suites
    if (!suite) throw new Error('the mission has a suite')
    expect(() => wrong(thrown)(mission, suite, {})).toThrow(new UsageError(`${FILE}: check(): of my own`))
    expect(() => wrong(() => Promise.reject(new Error('late')))(mission, suite, {})).toThrow(UsageError)
  })
})

describe('a launcher of a user', () => {
  async function launchedBy(changes: Partial<Launcher>, milliseconds?: number) {
    await using here = await place('plain')
    const own = checkedLauncher(
      { ...programCommand, name: 'mine', accepts: () => true, ...changes },
      FILE,
      milliseconds,
    )
    return await runTrial(here.trial(() => Promise.resolve(projectFor('abc')), { launchers: [own] }))
  }
  const nonsense: readonly [string, Partial<Launcher>, string][] = [
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
  it.each(nonsense)('that %s leaves the trial unjudged', async (_, changes, reason) => {
    const record = await launchedBy(changes)
    expect([record.outcome, record.attempts]).toEqual(['unjudged', undefined])
    expect(record.reason).toContain(FILE)
    expect(record.reason).toContain(reason)
  })

  it('that never returns is given up', async () => {
    await using here = await place('plain')
    const own = checkedLauncher({ ...programCommand, accepts: () => true, launch: never }, FILE, SOON)
    const trial = here.trial(() => Promise.resolve(projectFor('abc')), { launchers: [own], limits: short })
    const record = await runTrial(trial)
    expect(record.outcome).toBe('unjudged')
    expect(record.reason).toMatch(/launch\(\): did not end within 0\.4 s$/)
  })

  it('may say that the project does not start, and launch it otherwise', async () => {
    const refused = await launchedBy({ launch: () => Promise.reject(new ProjectFault('it has no start')) })
    expect(refused).toMatchObject({ outcome: 'not-launched', reason: 'it has no start' })
    expect(passed(await launchedBy({}))).toBe('abc')
  })
})

describe('a scorer of a user', () => {
  it('that never answers is given up', async () => {
    const scorer = boundedScorer({ name: 'mine', over: 'trial', score: never }, FILE, SOON)
    const subject = {} as never
    await expect(scorer.score(subject)).rejects.toThrow(MachineFault)
    await expect(scorer.score(subject)).rejects.toThrow(`${FILE}: score(): did not end within 0.1 s`)
  })
})
