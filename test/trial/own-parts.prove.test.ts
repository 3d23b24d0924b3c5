/** The other cases of own-parts.integration.test.ts. */
import { describe, expect, it } from 'vitest'
import { MachineFault, UsageError } from '../../harness/errors.ts'
import { checkedLauncher } from '../../harness/launchers/own.ts'
import { programCommand } from '../../harness/launchers/command.ts'
import { boundedScorer } from '../../harness/scorers/own.ts'
import { checkedTester } from '../../harness/testers/own.ts'
import { subprocess } from '../../harness/testers/subprocess.ts'
import { runTrial } from '../../harness/trial/trial.ts'
import type { TesterEntry, TestSession } from '../../harness/contracts/types.ts'
import { projectFor } from '../fixtures/feedback/projects.ts'
import { missionOf } from '../helpers.ts'
import { place } from './feedback-trial.ts'
import {
  FILE,
  JUDGEMENTS,
  LAUNCHERS,
  judgedBy,
  leavesRestUnjudged,
  leavesTrialUnjudged,
  tester,
  thrown,
} from './own-parts-cases.ts'

/** Milliseconds until a call that does not settle is given up. */
const SOON = 100

const never = () => new Promise<never>(() => undefined)

/** `open` may wait for as long as a testcode may take twice; so these limits are short. */
const short = { trial: 60_000, testcode: SOON, start: SOON, install: SOON }

describe('a tester of a user', () => {
  leavesRestUnjudged(JUDGEMENTS)

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
  leavesTrialUnjudged(LAUNCHERS)

  it('that never returns is given up', async () => {
    await using here = await place('plain')
    const own = checkedLauncher({ ...programCommand, accepts: () => true, launch: never }, FILE, SOON)
    const trial = here.trial(() => Promise.resolve(projectFor('abc')), { launchers: [own], limits: short })
    const record = await runTrial(trial)
    expect(record.outcome).toBe('unjudged')
    expect(record.reason).toMatch(/launch\(\): did not end within 0\.4 s$/)
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
