import { describe, expect, it } from 'vitest'
import { Interrupted } from '../harness/errors.ts'
import { TrialInputs } from '../harness/inputs.ts'
import { judgeAll, settled, verdictsForAll, type Judging } from '../harness/judge.ts'
import type { Answers, Status, Testcode, Verdict } from '../harness/schema.ts'
import type { Judgement, RunEvent, TestSession } from '../harness/types.ts'
import { keyOf, missionOf } from './helpers.ts'

interface Asked {
  readonly id: string
  readonly values: Readonly<Record<string, unknown>>
}

/** A session that gives the status that was set for a testcode, `passed` without one. */
function sessionOf(
  statuses: Readonly<Record<string, Status>>,
  before: (id: string) => void | Promise<void> = () => undefined,
) {
  const asked: Asked[] = []
  const judgement = async (id: string): Promise<Judgement> => {
    await before(id)
    return { status: statuses[id] ?? 'passed', evidence: {} }
  }
  const session: TestSession = {
    runnable: () => judgement('runnable'),
    judge: ({ id }, values) => {
      asked.push({ id, values })
      return judgement(id)
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
  return { session, asked }
}

function testcode(id: string, ...needs: string[]): Testcode {
  return { id, page: 'Home', function: 'Show', expects: 'x', needs, parameters: [] }
}

function judging(
  testcodes: readonly Testcode[],
  changes: Partial<Judging> = {},
): Judging & { readonly events: RunEvent[] } {
  const events: RunEvent[] = []
  return {
    key: keyOf(),
    mission: missionOf({ testcodes: [...testcodes] }),
    limits: { trial: 60_000 },
    emit: (event) => events.push(event),
    inputs: new TrialInputs(),
    signal: new AbortController().signal,
    events,
    ...changes,
  }
}

const statusesOf = (verdicts: readonly Verdict[]) =>
  Object.fromEntries(verdicts.map(({ testcode: id, status }) => [id, status]))

async function judged(
  testcodes: readonly Testcode[],
  statuses: Readonly<Record<string, Status>>,
  answers: Answers = {},
) {
  const { session, asked } = sessionOf(statuses)
  const setup = judging(testcodes)
  const result = await judgeAll(setup, session, answers)
  return { ...result, asked, statuses: statusesOf(result.verdicts), events: setup.events }
}

describe('judgeAll', () => {
  it('asks for the runnable point and for each testcode in order, and tells each verdict', async () => {
    const { runnable, verdicts, asked, events } = await judged([testcode('b'), testcode('a')], { a: 'failed' })
    expect(runnable).toMatchObject({ testcode: 'runnable', status: 'passed' })
    expect(asked.map(({ id }) => id)).toEqual(['b', 'a'])
    expect(verdicts.map(({ testcode: id, status }) => [id, status])).toEqual([
      ['b', 'passed'],
      ['a', 'failed'],
    ])
    const told = events.map((event) => (event.type === 'verdict' ? event.verdict : undefined))
    expect(told).toEqual([runnable, ...verdicts])
  })

  it('gives each testcode its own values, and none where the agent gave none', async () => {
    const answers = { a: { x: '1' }, other: { x: '2' } }
    const { asked } = await judged([testcode('a'), testcode('constructor'), testcode('b')], {}, answers)
    expect(asked).toEqual([
      { id: 'a', values: { x: '1' } },
      { id: 'constructor', values: {} },
      { id: 'b', values: {} },
    ])
  })

  it('blocks what needs a testcode that did not pass, and what needs that, without trying', async () => {
    const codes = [testcode('a'), testcode('b', 'a'), testcode('c', 'b'), testcode('d')]
    for (const status of ['failed', 'timeout', 'error', 'bad-parameter', 'not-run'] as const) {
      const { statuses, asked, verdicts } = await judged(codes, { a: status })
      expect(statuses).toEqual({ a: status, b: 'blocked', c: 'blocked', d: 'passed' })
      expect(asked.map(({ id }) => id)).toEqual(['a', 'd'])
      expect(verdicts[1]?.reason).toBe(`needs "a", which is ${status}`)
    }
  })

  it.each(['unjudged', 'excluded'] as const)('knows nothing of what needs a testcode that is %s', async (status) => {
    const { statuses, asked } = await judged([testcode('a'), testcode('b', 'a'), testcode('c', 'b')], { a: status })
    expect(statuses).toEqual({ a: status, b: 'unjudged', c: 'unjudged' })
    expect(asked.map(({ id }) => id)).toEqual(['a'])
  })

  it('blocks what needs one that failed, also where another one that it needs is unknown', async () => {
    for (const needs of [
      ['a', 'b'],
      ['b', 'a'],
    ]) {
      const { statuses } = await judged([testcode('a'), testcode('b'), testcode('c', ...needs)], {
        a: 'unjudged',
        b: 'failed',
      })
      expect(statuses['c']).toBe('blocked')
    }
  })

  it('tries what needs several that all passed', async () => {
    const { statuses } = await judged([testcode('a'), testcode('b'), testcode('c', 'a', 'b')], {})
    expect(statuses).toEqual({ a: 'passed', b: 'passed', c: 'passed' })
  })

  it('times out what was not begun before the limit of the trial', async () => {
    const { session, asked } = sessionOf({}, async (id) => {
      const begun = performance.now()
      while (id === 'b' && performance.now() - begun < 250) await new Promise(setImmediate)
    })
    const setup = judging([testcode('a'), testcode('b'), testcode('c'), testcode('d')], { limits: { trial: 200 } })
    const { verdicts } = await judgeAll(setup, session, {})
    expect(statusesOf(verdicts)).toEqual({ a: 'passed', b: 'passed', c: 'timeout', d: 'timeout' })
    expect(asked.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(verdicts[2]?.reason).toContain('limit of 0.2 s')
    expect(verdicts[1]?.milliseconds).toBeGreaterThanOrEqual(250)
  })

  it.each(['runnable', 'a', 'b'])(
    'throws Interrupted where the stop comes during "%s", and believes nothing seen then',
    async (at) => {
      const controller = new AbortController()
      const { session, asked } = sessionOf({}, (id) => {
        if (id === at) controller.abort(new Interrupted('stopped'))
      })
      const setup = judging([testcode('a'), testcode('b')], { signal: controller.signal })
      await expect(judgeAll(setup, session, {})).rejects.toThrow(Interrupted)
      expect(asked.map(({ id }) => id)).toEqual({ runnable: [], a: ['a'], b: ['a', 'b'] }[at])
      expect(setup.events.some((event) => event.type === 'verdict' && event.verdict.testcode === at)).toBe(false)
    },
  )

  it('begins nothing more once it was stopped between two testcodes', async () => {
    const controller = new AbortController()
    const { session, asked } = sessionOf({})
    const emit = (event: RunEvent) => {
      if (event.type === 'verdict' && event.verdict.testcode === 'a') controller.abort(new Interrupted('stopped'))
    }
    const setup = judging([testcode('a'), testcode('b')], { signal: controller.signal, emit })
    await expect(judgeAll(setup, session, {})).rejects.toThrow(Interrupted)
    expect(asked.map(({ id }) => id)).toEqual(['a'])
  })

  it('hands on what a session throws: whose fault it is, is decided above', async () => {
    const { session } = sessionOf({}, () => {
      throw new TypeError('the session broke')
    })
    await expect(judgeAll(judging([testcode('a')]), session, {})).rejects.toThrow(TypeError)
  })
})

describe('a testcode that is withheld', () => {
  const withheld = {
    two: { status: 'excluded', reason: 'nobody has its material' },
    three: { status: 'unjudged', reason: 'its material is missing here' },
  } as const
  const mission = missionOf({ testcodes: [testcode('one'), testcode('two'), testcode('three')], withheld })

  it('gets its verdict without being run', async () => {
    const { session, asked } = sessionOf({})
    const { verdicts } = await judgeAll(judging([], { mission }), session, {})
    expect(statusesOf(verdicts)).toEqual({ one: 'passed', two: 'excluded', three: 'unjudged' })
    expect(verdicts[1]?.reason).toBe('nobody has its material')
    expect(asked.map(({ id }) => id)).toEqual(['one'])
  })

  it('gets it too where nothing was launched, so that the denominator stays', () => {
    const { verdicts } = verdictsForAll(mission, 'not-run', 'it did not start')
    expect(statusesOf(verdicts)).toEqual({ one: 'not-run', two: 'excluded', three: 'unjudged' })
  })
})

describe('verdictsForAll', () => {
  it('gives every testcode and the runnable point the same verdict', () => {
    const { runnable, verdicts } = verdictsForAll(missionOf(), 'not-run', 'it did not start')
    expect(runnable).toEqual({
      testcode: 'runnable',
      status: 'not-run',
      reason: 'it did not start',
      milliseconds: 0,
      evidence: {},
    })
    expect(verdicts.map(({ testcode: id }) => id)).toEqual(['shows', 'adds', 'counts'])
    expect(new Set(verdicts.map(({ status, reason }) => `${status} ${String(reason)}`))).toEqual(
      new Set(['not-run it did not start']),
    )
  })
})

describe('a browser that goes', () => {
  const lost = (id: string): Verdict => ({
    testcode: id,
    status: 'unjudged',
    reason: 'the page crashed, and did not do so again: failed',
    milliseconds: 1,
    evidence: {},
    attempts: [{ status: 'unjudged', reason: 'the page crashed' }, { status: 'failed' }],
  })
  const plain = (id: string, status: Status): Verdict => ({ testcode: id, status, milliseconds: 1, evidence: {} })

  it('once, and not again, says nothing of the project', () => {
    const mission = missionOf({ testcodes: [testcode('a'), testcode('b')] })
    const all = { runnable: plain('runnable', 'passed'), verdicts: [lost('a'), plain('b', 'passed')] }
    expect(settled(mission, all)).toEqual(all)
  })

  it('at two testcodes is the project’s error, at all of them, and blocks what needs them', () => {
    const mission = missionOf({ testcodes: [testcode('a'), testcode('b', 'a'), testcode('c'), testcode('d', 'b')] })
    const verdicts = [lost('a'), plain('b', 'unjudged'), lost('c'), plain('d', 'unjudged')]
    const after = settled(mission, { runnable: plain('runnable', 'passed'), verdicts })
    expect(statusesOf(after.verdicts)).toEqual({ a: 'error', b: 'blocked', c: 'error', d: 'blocked' })
    expect(after.verdicts[0]?.reason).toContain('at 2 testcodes')
    expect(after.runnable.status).toBe('passed')
  })

  it('at the homepage and at a testcode is the project’s error', () => {
    const mission = missionOf({ testcodes: [testcode('a')] })
    const after = settled(mission, { runnable: lost('runnable'), verdicts: [lost('a')] })
    expect([after.runnable.status, after.verdicts[0]?.status]).toEqual(['error', 'error'])
  })

  it('with a control page that does not work stays unknown', () => {
    const once = { ...lost('a'), attempts: [{ status: 'unjudged' as const }] }
    const mission = missionOf({ testcodes: [testcode('a'), testcode('b')] })
    const after = settled(mission, { runnable: plain('runnable', 'passed'), verdicts: [once, lost('b')] })
    expect(statusesOf(after.verdicts)).toEqual({ a: 'unjudged', b: 'unjudged' })
  })
})
