import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TrialInputs } from '../../harness/trial/inputs.ts'
import { judgeAll } from '../../harness/trial/judge.ts'
import type { Control, Status, Verdict } from '../../harness/contracts/schema.ts'
import { joinAttempts, settledPoints, type AttemptEnd } from '../../harness/trial/second-attempt.ts'
import { summarise } from '../../harness/run/summary.ts'
import type { Judgement, Testcode, TestSession } from '../../harness/contracts/types.ts'
import { keyOf, missionOf, oneSuite, recordOf, runOf } from '../helpers.ts'

const HEALTHY: Control = { healthy: true, reason: 'a control project ran' }
const ILL: Control = { healthy: false, reason: 'a control project did not run' }

function testcode(id: string, ...needs: string[]): Testcode {
  return { id, page: 'Home', function: 'Show', expects: 'x', needs, parameters: [] }
}

/** One attempt by the real judge, with a session that returns these statuses in order. */
async function attemptOf(
  testcodes: readonly Testcode[],
  statuses: readonly Status[],
  first: boolean,
): Promise<AttemptEnd> {
  const names = ['runnable', ...testcodes.map(({ id }) => id)]
  const judge = (id: string): Promise<Judgement> =>
    Promise.resolve({ status: statuses[names.indexOf(id)] ?? 'passed', reason: `as ${id}`, evidence: {} })
  const session: TestSession = {
    runnable: () => judge('runnable'),
    judge: ({ id }) => judge(id),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
  const mission = missionOf({ suites: oneSuite(testcodes) })
  const setup = {
    key: keyOf(),
    mission,
    limits: { trial: 60_000 },
    emit: () => undefined,
    signal: new AbortController().signal,
    inputs: new TrialInputs(),
    stopsAtDoubt: first,
  }
  const judged = await judgeAll(setup, () => Promise.resolve(session), {})
  const doubt = [...judged.doubtful][0]
  return { outcome: 'judged', launched: true, ...judged, ...(doubt === undefined ? {} : { doubt }) }
}

/** The result of a trial whose project gets these statuses in each attempt. */
async function trial(
  testcodes: readonly Testcode[],
  one: readonly Status[],
  two: readonly Status[],
  control = HEALTHY,
) {
  const first = await attemptOf(testcodes, one, true)
  if (first.doubt === undefined) return statusesOf(first.points)
  const second = await attemptOf(testcodes, two, false)
  const mission = missionOf({ suites: oneSuite(testcodes) })
  const { runnable, verdicts } = joinAttempts(mission, first, second, second.doubt === undefined ? undefined : control)
  return statusesOf([runnable, ...verdicts])
}

function statusesOf(points: readonly Verdict[]): Status[] {
  return points.map(({ status }) => status)
}

function scoresOf(statuses: readonly Status[]): { score: number; atLeast: number } {
  const record = recordOf(keyOf(), [...statuses])
  const { score, bounds } = summarise(runOf([record.trial]), [record], { folder: '', report: '', seconds: 1 })
  return { score: score ?? 0, atLeast: bounds?.[0] ?? 0 }
}

describe('two attempts together', () => {
  const codes = [testcode('a'), testcode('b', 'a'), testcode('c')]

  it('count the second one from the first doubt on, with what could not be tried', async () => {
    const joined = await trial(codes, ['passed', 'unjudged'], ['passed', 'passed', 'passed', 'failed'])
    expect(joined).toEqual(['passed', 'passed', 'passed', 'failed'])
  })

  it('keep what the first one had found before its doubt', async () => {
    const joined = await trial(
      codes,
      ['passed', 'failed', 'passed', 'unjudged'],
      ['passed', 'passed', 'passed', 'passed'],
    )
    expect(joined).toEqual(['passed', 'failed', 'blocked', 'passed'])
  })

  it('are the project’s error where the doubt comes again, there or elsewhere, on a healthy machine', async () => {
    expect(await trial(codes, ['passed', 'unjudged'], ['passed', 'unjudged'])).toEqual([
      'passed',
      'error',
      'blocked',
      'passed',
    ])
    expect(await trial(codes, ['passed', 'unjudged'], ['passed', 'passed', 'passed', 'unjudged'])).toEqual([
      'passed',
      'passed',
      'passed',
      'error',
    ])
  })

  it('stay unknown where the machine is not healthy', async () => {
    const joined = await trial(codes, ['passed', 'unjudged'], ['passed', 'unjudged'], ILL)
    expect(joined).toEqual(['passed', 'unjudged', 'unjudged', 'passed'])
  })

  it('forgive a first page that was slow once, and not one that is slow twice', async () => {
    expect(await trial(codes, ['timeout'], ['passed'])).toEqual(['passed', 'passed', 'passed', 'passed'])
    expect(await trial(codes, ['timeout'], ['timeout'])).toEqual(['timeout', 'passed', 'passed', 'passed'])
    expect(await trial(codes, ['timeout'], ['timeout'], ILL)).toEqual(['unjudged', 'passed', 'passed', 'passed'])
  })

  const ended = (changes: Partial<AttemptEnd>): AttemptEnd => ({
    ...{ outcome: 'not-launched', reason: 'too slow', points: [], doubtful: new Set(), held: new Set() },
    ...{ launched: false, doubt: 'too slow', ...changes },
  })
  const mission = missionOf({ suites: oneSuite(codes) })

  it('are those of the second where the first did not start in time', async () => {
    const second = await attemptOf(codes, ['passed', 'failed'], false)
    const joined = joinAttempts(mission, ended({}), second, undefined)
    expect(joined.outcome).toBe('judged')
    expect(statusesOf([joined.runnable, ...joined.verdicts])).toEqual(['passed', 'failed', 'blocked', 'passed'])
  })

  it('are not launched where neither started in time on a healthy machine, and unjudged on another one', () => {
    const healthy = joinAttempts(mission, ended({}), ended({}), HEALTHY)
    expect(healthy).toMatchObject({ outcome: 'not-launched', runnable: { status: 'not-run' } })
    expect(healthy.reason).toContain('in both attempts; the machine is healthy')
    expect(joinAttempts(mission, ended({}), ended({}), ILL)).toMatchObject({ outcome: 'unjudged' })
  })

  it('are the project’s error where the harness failed twice after the launch on a healthy machine', () => {
    const failed = ended({ outcome: 'unjudged', launched: true, reason: 'the browser did not start in time' })
    const joined = joinAttempts(mission, failed, failed, HEALTHY)
    expect(joined).toMatchObject({ outcome: 'judged', runnable: { status: 'error' } })
    const machine = ended({ outcome: 'unjudged', reason: 'ENOSPC' })
    delete (machine as { doubt?: string }).doubt
    expect(joinAttempts(mission, failed, machine, undefined)).toMatchObject({ outcome: 'unjudged' })
  })
})

describe('a project that turns failures into unknowns', () => {
  const judged = fc.constantFrom<Status>('passed', 'passed', 'failed', 'error', 'timeout', 'bad-parameter')
  const size = 6
  const suite = fc
    .array(fc.nat({ max: 100 }), { minLength: size, maxLength: size })
    .map((draws) =>
      draws.map((draw, index) => testcode(`t${index}`, ...(index > 0 && draw > 50 ? [`t${draw % index}`] : []))),
    )
  const world = fc.record({
    codes: suite,
    statuses: fc.array(judged, { minLength: size + 1, maxLength: size + 1 }),
    masks: fc.tuple(
      fc.array(fc.boolean(), { minLength: size + 1, maxLength: size + 1 }),
      fc.array(fc.boolean(), { minLength: size + 1, maxLength: size + 1 }),
    ),
  })
  /** Replaces verdicts by crashes at the places that the project chooses. */
  const masked = (statuses: readonly Status[], mask: readonly boolean[]): Status[] =>
    statuses.map((status, index) => (mask[index] === true ? 'unjudged' : status))

  it('raises neither its score nor what is certain of it, whatever it does in either attempt', async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ codes, statuses, masks: [one, two] }) => {
        const honest = await trial(codes, statuses, statuses)
        const cheating = await trial(codes, masked(statuses, one), masked(statuses, two))
        // A slow first page gets a second attempt, so it is not comparable with the honest project.
        fc.pre(statuses[0] !== 'timeout')
        for (const [index, status] of cheating.entries()) if (status === 'passed') expect(honest[index]).toBe('passed')
        expect(cheating).not.toContain('unjudged')
        expect(scoresOf(cheating).score).toBeLessThanOrEqual(scoresOf(honest).score)
        expect(scoresOf(cheating).atLeast).toBeLessThanOrEqual(scoresOf(honest).atLeast)
      }),
      { numRuns: 500 },
    )
  })

  it('loses nothing where it was the machine, once', async () => {
    await fc.assert(
      fc.asyncProperty(world, fc.nat({ max: size }), async ({ codes, statuses }, at) => {
        const honest = await trial(codes, statuses, statuses)
        const struck = masked(
          statuses,
          statuses.map((_, index) => index === at),
        )
        expect(await trial(codes, struck, statuses)).toEqual(honest)
      }),
      { numRuns: 500 },
    )
  })

  it('gains nothing in what is certain where the machine is ill, either', async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ codes, statuses, masks: [one, two] }) => {
        fc.pre(statuses[0] !== 'timeout')
        const honest = await trial(codes, statuses, statuses, ILL)
        const cheating = await trial(codes, masked(statuses, one), masked(statuses, two), ILL)
        expect(scoresOf(cheating).atLeast).toBeLessThanOrEqual(scoresOf(honest).atLeast)
      }),
      { numRuns: 300 },
    )
  })

  it('keeps at most what it had before its first doubt', async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ codes, statuses, masks: [one] }) => {
        const first = await attemptOf(codes, masked(statuses, one), true)
        expect(settledPoints(first).every(({ status }) => status !== 'unjudged')).toBe(true)
      }),
    )
  })
})
