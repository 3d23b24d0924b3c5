import { describe, expect, it } from 'vitest'
import { Interrupted } from '../../harness/errors.ts'
import { TrialInputs } from '../../harness/trial/inputs.ts'
import { judgeAll, verdictsForAll, type Judging } from '../../harness/trial/judge.ts'
import type { Answers, Status, Verdict } from '../../harness/contracts/schema.ts'
import type { Judgement, RunEvent, Testcode, TestSession } from '../../harness/contracts/types.ts'
import { keyOf, missionOf, oneSuite } from '../helpers.ts'

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
  return { session, open: () => Promise.resolve(session), asked }
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
    mission: missionOf({ suites: oneSuite(testcodes) }),
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
  const { open, asked } = sessionOf(statuses)
  const setup = judging(testcodes)
  const { points, doubtful, held } = await judgeAll(setup, open, answers)
  const [runnable, ...verdicts] = points
  return { runnable, verdicts, doubtful, held, asked, statuses: statusesOf(verdicts), events: setup.events }
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

  it('blocks testcodes that need a failed one, even if another one that they need is unknown', async () => {
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
    const { open, asked } = sessionOf({}, async (id) => {
      const begun = performance.now()
      // Twice the limit: a machine that stands still meanwhile puts it off by as much again.
      while (id === 'b' && performance.now() - begun < 450) await new Promise(setImmediate)
    })
    const setup = judging([testcode('a'), testcode('b'), testcode('c'), testcode('d')], { limits: { trial: 200 } })
    const [, ...verdicts] = (await judgeAll(setup, open, {})).points
    expect(statusesOf(verdicts)).toEqual({ a: 'passed', b: 'passed', c: 'timeout', d: 'timeout' })
    expect(asked.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(verdicts[2]?.reason).toContain('limit of 0.2 s')
    expect(verdicts[1]?.milliseconds).toBeGreaterThanOrEqual(450)
  })

  it('does not charge a project for the time in which a model of the harness was waited for', async () => {
    const { session } = sessionOf({})
    const waiting: TestSession = {
      ...session,
      async judge() {
        const begun = performance.now()
        while (performance.now() - begun < 450) await new Promise(setImmediate)
        return { status: 'passed', evidence: {}, waited: performance.now() - begun }
      },
    }
    const setup = judging([testcode('a'), testcode('b')], { limits: { trial: 200 } })
    const [, ...verdicts] = (await judgeAll(setup, () => Promise.resolve(waiting), {})).points
    expect(statusesOf(verdicts)).toEqual({ a: 'passed', b: 'passed' })
    expect(verdicts[0]).not.toHaveProperty('waited')
  })

  it.each(['runnable', 'a', 'b'])(
    'throws Interrupted where the stop comes during "%s", and believes nothing seen then',
    async (at) => {
      const controller = new AbortController()
      const { open, asked } = sessionOf({}, (id) => {
        if (id === at) controller.abort(new Interrupted('stopped'))
      })
      const setup = judging([testcode('a'), testcode('b')], { signal: controller.signal })
      await expect(judgeAll(setup, open, {})).rejects.toThrow(Interrupted)
      expect(asked.map(({ id }) => id)).toEqual({ runnable: [], a: ['a'], b: ['a', 'b'] }[at])
      expect(setup.events.some((event) => event.type === 'verdict' && event.verdict.testcode === at)).toBe(false)
    },
  )

  it('begins nothing more once it was stopped between two testcodes', async () => {
    const controller = new AbortController()
    const { open, asked } = sessionOf({})
    const emit = (event: RunEvent) => {
      if (event.type === 'verdict' && event.verdict.testcode === 'a') controller.abort(new Interrupted('stopped'))
    }
    const setup = judging([testcode('a'), testcode('b')], { signal: controller.signal, emit })
    await expect(judgeAll(setup, open, {})).rejects.toThrow(Interrupted)
    expect(asked.map(({ id }) => id)).toEqual(['a'])
  })

  it('hands on what a session throws: whose fault it is, is decided above', async () => {
    const { open } = sessionOf({}, () => {
      throw new TypeError('the session broke')
    })
    await expect(judgeAll(judging([testcode('a')]), open, {})).rejects.toThrow(TypeError)
  })
})

describe('a value in a window', () => {
  it('is the same for all testcodes, or the later one is not judged with it', async () => {
    const asking = (id: string): Testcode => ({ ...testcode(id), parameters: ['score', 'field'] })
    const all = [asking('a'), asking('b'), asking('c'), asking('d')]
    const answers = {
      a: { score: '0,0,9,9' },
      b: { score: '0,0,9,9', field: '9,9,9,9' },
      c: { score: '1,0,9,9', field: '9,9,9,9' },
      d: { field: '9,9,9,8' },
    }
    const { open, asked } = sessionOf({})
    const setup = { ...judging(all), mission: missionOf({ kind: 'desktop', suites: oneSuite(all, 'desktop') }) }
    const { points } = await judgeAll(setup, open, answers)
    expect(asked.map(({ id }) => id)).toEqual(['a', 'b'])
    const reason = 'the value of "score" differs from the one for "a", and must be the same for all testcodes'
    expect(points.slice(3)).toMatchObject([
      { testcode: 'c', status: 'bad-parameter', reason },
      { testcode: 'd', status: 'bad-parameter' },
    ])
    // On a website, the element of one testcode may be another one.
    expect((await judged(all, {}, answers)).asked).toHaveLength(4)
  })
})

describe('a testcode that is withheld', () => {
  const withheld = {
    two: { status: 'excluded', reason: 'nobody has its material' },
    three: { status: 'unjudged', reason: 'its material is missing here' },
  } as const
  const mission = missionOf({ suites: oneSuite([testcode('one'), testcode('two'), testcode('three')]), withheld })

  it('gets its verdict without being run', async () => {
    const { open, asked } = sessionOf({})
    const [, ...verdicts] = (await judgeAll(judging([], { mission }), open, {})).points
    expect(statusesOf(verdicts)).toEqual({ one: 'passed', two: 'excluded', three: 'unjudged' })
    expect(verdicts[1]?.reason).toBe('nobody has its material')
    expect(asked.map(({ id }) => id)).toEqual(['one'])
  })

  it('gets one even if nothing was launched, so that the denominator stays', () => {
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
      points: { earned: 0, of: 1 },
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

describe('a doubtful verdict', () => {
  const codes = [testcode('a'), testcode('b', 'a'), testcode('c')]

  it('is one that is unjudged, unless no project can have caused it', async () => {
    const { doubtful, held } = await judged(codes, { a: 'unjudged' })
    expect([...doubtful]).toEqual(['a'])
    expect([...held]).toEqual(['a', 'b'])
    const { session } = sessionOf({})
    const machine = {
      ...session,
      judge: () => Promise.resolve({ status: 'unjudged', evidence: {}, fault: 'machine' } as const),
    }
    const setup = judging(codes)
    const result = await judgeAll(setup, () => Promise.resolve(machine), {})
    expect(result.doubtful.size).toBe(0)
    expect(result.points.every((verdict) => !('fault' in verdict))).toBe(true)
    expect(setup.events).toHaveLength(4)
  })

  it('is a homepage that is not there in time, and no other timeout', async () => {
    expect([...(await judged(codes, { runnable: 'timeout' })).doubtful]).toEqual(['runnable'])
    expect((await judged(codes, { a: 'timeout' })).doubtful.size).toBe(0)
  })

  it('ends the judging where that is asked for, and is not emitted', async () => {
    const { open, asked } = sessionOf({ b: 'unjudged' })
    const setup = judging([testcode('a'), testcode('b'), testcode('c')], { stopsAtDoubt: true })
    const { points } = await judgeAll(setup, open, {})
    expect(asked.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(points.map(({ testcode: id }) => id)).toEqual(['runnable', 'a', 'b'])
    expect(setup.events.map((event) => event.type === 'verdict' && event.verdict.testcode)).toEqual(['runnable', 'a'])
  })

  it('has no event for what is known from an earlier attempt', async () => {
    const { open } = sessionOf({})
    const setup = judging(codes, { known: 2 })
    await judgeAll(setup, open, {})
    expect(setup.events.map((event) => event.type === 'verdict' && event.verdict.testcode)).toEqual(['b', 'c'])
  })
})
