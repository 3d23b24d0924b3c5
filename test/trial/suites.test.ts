/** How the suites of a mission are judged, one after another. */
import { describe, expect, it } from 'vitest'
import type { AttemptEnd } from '../../harness/trial/second-attempt.ts'
import { joinAttempts, settledPoints } from '../../harness/trial/second-attempt.ts'
import { TrialInputs } from '../../harness/trial/inputs.ts'
import { judgeAll, nothingYet, verdictsForAll, type Judging } from '../../harness/trial/judge.ts'
import type { Verdict } from '../../harness/contracts/schema.ts'
import type { Judgement, Mission, RunEvent, Suite, Testcode, TestSession } from '../../harness/contracts/types.ts'
import { keyOf, missionOf } from '../helpers.ts'

type Results = Readonly<Record<string, Partial<Judgement> & Pick<Judgement, 'status'>>>

function suite(id: string, testcodes: readonly Testcode[], changes: Partial<Suite> = {}): Suite {
  return { id, tester: 'playwright', weight: 1, testcodes, ...changes }
}

const TWO = missionOf({
  suites: [
    suite('app', [{ id: 'a' }, { id: 'b', points: 4 }]),
    suite('hints', [{ id: 'hint' }], { visible: true }),
    suite('quality', [{ id: 'c', needs: ['a'] }, { id: 'd' }], { weight: 3 }),
  ],
})

/** A judging whose sessions return these results (`passed` by default), and a log of its steps in order. */
function judgingOf(mission: Mission, results: Results = {}, changes: Partial<Judging> = {}) {
  const log: string[] = []
  const events: RunEvent[] = []
  const judgement = (id: string): Promise<Judgement> => {
    log.push(id)
    return Promise.resolve({ status: 'passed', evidence: {}, ...results[id] })
  }
  const open = ({ id }: Suite): Promise<TestSession> => {
    log.push(`open ${id}`)
    return Promise.resolve({
      runnable: () => judgement('runnable'),
      judge: (testcode) => judgement(testcode.id),
      [Symbol.asyncDispose]: () => Promise.resolve(void log.push(`close ${id}`)),
    })
  }
  const judging: Judging = {
    key: keyOf(),
    mission,
    limits: { trial: 60_000 },
    emit: (event) => events.push(event),
    inputs: new TrialInputs(),
    signal: new AbortController().signal,
    ...changes,
  }
  return { judging, open, log, told: () => events.map((event) => event.type === 'verdict' && event.verdict.testcode) }
}

const statusesOf = (verdicts: readonly Verdict[]) =>
  Object.fromEntries(verdicts.map(({ testcode, status }) => [testcode, status]))

describe('the suites of a mission', () => {
  it('are judged in order, each in a session of its own, which is closed before the next one opens', async () => {
    const { judging, open, log, told } = judgingOf(TWO)
    const { points } = await judgeAll(judging, open, {})
    expect(log).toEqual([
      ...['open app', 'runnable', 'a', 'b', 'close app'],
      ...['open quality', 'c', 'd', 'close quality'],
    ])
    expect(told()).toEqual(['runnable', 'a', 'b', 'c', 'd'])
    expect(points.map(({ testcode, suite: name }) => [testcode, name])).toEqual([
      ['runnable', 'app'],
      ['a', 'app'],
      ['b', 'app'],
      ['c', 'quality'],
      ['d', 'quality'],
    ])
  })

  it('name no suite in their verdicts if only one counts', async () => {
    const [app, hints] = TWO.suites
    const { judging, open } = judgingOf(missionOf({ suites: [app, hints].filter((each) => each !== undefined) }))
    const { points } = await judgeAll(judging, open, {})
    expect(points.every((verdict) => !('suite' in verdict))).toBe(true)
  })

  it('close the session of a suite also if the judging throws', async () => {
    const { judging, open, log } = judgingOf(TWO)
    const broken = (each: Suite) => (each.id === 'quality' ? Promise.reject(new TypeError('no session')) : open(each))
    await expect(judgeAll(judging, broken, {})).rejects.toThrow('no session')
    expect(log.at(-1)).toBe('close app')
  })

  it('share their verdicts: a testcode may need one of an earlier suite', async () => {
    const { judging, open, log } = judgingOf(TWO, { a: { status: 'failed' } })
    const { points } = await judgeAll(judging, open, {})
    expect(statusesOf(points)).toEqual({ runnable: 'passed', a: 'failed', b: 'passed', c: 'blocked', d: 'passed' })
    expect(points.find(({ testcode }) => testcode === 'c')?.reason).toBe('needs "a", which is failed')
    expect(log).not.toContain('c')
  })

  it('give each of their verdicts what its testcode is worth', async () => {
    const { judging, open } = judgingOf(TWO, { b: { status: 'partial', earned: 1.5 }, d: { status: 'error' } })
    const { points } = await judgeAll(judging, open, {})
    expect(points.map((verdict) => [verdict.testcode, verdict.points.earned, verdict.points.of])).toEqual([
      ['runnable', 1, 1],
      ['a', 1, 1],
      ['b', 1.5, 4],
      ['c', 1, 1],
      ['d', 0, 1],
    ])
    expect(points.every((verdict) => !('earned' in verdict))).toBe(true)
  })

  it('refuse a partial result of which the tester gave no points', async () => {
    const { judging, open } = judgingOf(TWO, { b: { status: 'partial' } })
    await expect(judgeAll(judging, open, {})).rejects.toThrow(TypeError)
  })

  it('give no point for a project that runs if that is a condition', async () => {
    const { judging, open } = judgingOf({ ...TWO, runnable: 'condition' })
    const [runnable] = (await judgeAll(judging, open, {})).points
    expect(runnable).toMatchObject({ status: 'passed', points: { earned: 0, of: 0 } })
  })

  it('have the same points and names if nothing could be launched', () => {
    const { runnable, verdicts } = verdictsForAll(TWO, 'not-run', 'it did not start')
    const found = [runnable, ...verdicts].map(({ testcode, suite: name, points }) => [testcode, name, points])
    expect(found).toEqual([
      ['runnable', 'app', { earned: 0, of: 1 }],
      ['a', 'app', { earned: 0, of: 1 }],
      ['b', 'app', { earned: 0, of: 4 }],
      ['c', 'quality', { earned: 0, of: 1 }],
      ['d', 'quality', { earned: 0, of: 1 }],
    ])
  })
})

describe('a limit that was reached', () => {
  it('is the time of a testcode that timed out, unless its tester names another one', async () => {
    const { judging, open } = judgingOf(TWO, {
      a: { status: 'timeout' },
      b: { status: 'error', limit: 'memory', usage: { memoryMiB: 256 } },
    })
    const [runnable, a, b] = (await judgeAll(judging, open, {})).points
    expect(runnable).not.toHaveProperty('limit')
    expect(a).toMatchObject({ status: 'timeout', limit: 'time' })
    expect(b).toMatchObject({ status: 'error', limit: 'memory', usage: { memoryMiB: 256 } })
  })

  it('is the time also of what was not begun before the limit of the trial', async () => {
    const { judging, open } = judgingOf(TWO, {}, { limits: { trial: 0 } })
    const { points } = await judgeAll(judging, open, {})
    const late = points.filter(({ testcode }) => ['a', 'b', 'd'].includes(testcode))
    expect(late).toMatchObject(late.map(() => ({ status: 'timeout', limit: 'time' })))
    expect(late).toHaveLength(3)
  })
})

describe('a doubt in the second suite', () => {
  const first = async (results: Results): Promise<{ end: AttemptEnd; log: string[]; told: unknown[] }> => {
    const { judging, open, log, told } = judgingOf(TWO, results, { stopsAtDoubt: true })
    const judged = await judgeAll(judging, open, {})
    return { end: { outcome: 'judged', launched: true, ...judged, doubt: 'c' }, log, told: told() }
  }
  const second = async (known: number, results: Results) => {
    const { judging, open, told } = judgingOf(TWO, results, { known })
    const judged = await judgeAll(judging, open, {})
    const end: AttemptEnd = { outcome: 'judged', launched: true, ...judged }
    return { end, told: told() }
  }

  it('ends the judging there, and a second attempt gives what is missing', async () => {
    const begun = await first({ b: { status: 'failed' }, c: { status: 'unjudged' } })
    expect(begun.log.slice(-3)).toEqual(['open quality', 'c', 'close quality'])
    expect(begun.told).toEqual(['runnable', 'a', 'b'])
    const known = settledPoints(begun.end)
    expect(known.map(({ testcode }) => testcode)).toEqual(['runnable', 'a', 'b'])

    const again = await second(known.length, { d: { status: 'failed' } })
    expect(again.told).toEqual(['c', 'd'])
    const { outcome, runnable, verdicts } = joinAttempts(TWO, begun.end, again.end, undefined)
    expect(outcome).toBe('judged')
    // The verdict of `b` from the first attempt is final, although `b` passed in the second one.
    expect(statusesOf([runnable, ...verdicts])).toEqual({
      ...{ runnable: 'passed', a: 'passed', b: 'failed', c: 'passed', d: 'failed' },
    })
    expect(verdicts.map(({ suite: name }) => name)).toEqual(['app', 'app', 'quality', 'quality'])
  })

  it('is the project’s error if it comes again on a healthy machine, and its points are lost', async () => {
    const begun = await first({ c: { status: 'unjudged' } })
    const again = await second(3, { c: { status: 'unjudged' } })
    const healthy = { healthy: true, reason: 'a control project ran' }
    const { verdicts } = joinAttempts(TWO, begun.end, again.end, healthy)
    expect(verdicts.find(({ testcode }) => testcode === 'c')).toMatchObject({
      status: 'error',
      points: { earned: 0, of: 1 },
      suite: 'quality',
    })
  })

  it('begins no later suite', async () => {
    const { end, log } = await first({ a: { status: 'unjudged' } })
    expect(log).toEqual(['open app', 'runnable', 'a', 'close app'])
    expect(settledPoints(end).map(({ testcode }) => testcode)).toEqual(['runnable'])
  })

  it('may be that it cannot be opened: the verdicts of the first suite stand', async () => {
    const soFar = nothingYet()
    const { judging, open } = judgingOf(TWO, { b: { status: 'failed' } }, { stopsAtDoubt: true, soFar })
    const broken = (each: Suite) => (each.id === 'quality' ? Promise.reject(new Error('no browser')) : open(each))
    await expect(judgeAll(judging, broken, {})).rejects.toThrow('no browser')
    const end: AttemptEnd = {
      ...{ outcome: 'unjudged', reason: 'no browser', doubt: 'no browser', launched: true },
      ...{ points: [...soFar.verdicts.values()], doubtful: soFar.doubtful, held: soFar.held },
    }
    const healthy = { healthy: true, reason: 'a control project ran' }
    const { outcome, runnable, verdicts } = joinAttempts(TWO, end, end, healthy)
    expect(outcome).toBe('judged')
    expect(statusesOf([runnable, ...verdicts])).toEqual({
      ...{ runnable: 'passed', a: 'passed', b: 'failed', c: 'error', d: 'error' },
    })
  })
})
