import { UsageError, messageOf } from '../errors.ts'
import { OWN_DEADLINE, callOwn, callOwnNow } from '../lib/async/call-own.ts'
import type { Judgement, SessionSetup, TesterEntry, TestSession } from '../contracts/types.ts'
import { checkedJudgement } from './checked-judgement.ts'

/** Milliseconds that a session may take to close. */
const CLOSING = 60_000

/**
 * A tester from a user's file, whose judgements are checked. If it throws, returns something else or does not settle, the fault
 * is the machine's and names the file: this says nothing about the project.
 * @param deadline Milliseconds for one call; a testcode that may take longer has twice its own time
 */
export function checkedTester(tester: TesterEntry, file: string, deadline = OWN_DEADLINE): TesterEntry {
  return {
    name: tester.name,
    accepts: [...tester.accepts],
    check(mission, suite, testcodes) {
      try {
        callOwnNow(
          { file, name: 'check' },
          // In JavaScript it may return anything.
          () => (tester.check as (...given: unknown[]) => unknown).call(tester, mission, suite, testcodes),
          () => undefined,
        )
      } catch (error) {
        throw error instanceof UsageError ? error : new UsageError(messageOf(error), { cause: error })
      }
    },
    open(target, setup) {
      const milliseconds = Math.max(deadline, 2 * setup.testcodeTimeout, 2 * (setup.startTimeout ?? 0))
      const call = { file, milliseconds, signal: setup.signal }
      return callOwn(
        { ...call, name: 'open' },
        () => tester.open(target, setup),
        (session) => checkedSession(session, call, setup),
        (session) => {
          if (isSession(session)) void closed(session, file).catch(() => undefined)
        },
      )
    },
  }
}

interface Calls {
  readonly file: string
  readonly milliseconds: number
  readonly signal: AbortSignal
}

function checkedSession(session: unknown, calls: Calls, { mission }: SessionSetup): TestSession {
  if (!isSession(session))
    throw new TypeError('returned no session: it has the functions runnable, judge and [Symbol.asyncDispose]')
  const judged = (name: string, worth: number, judge: () => unknown, milliseconds = 0): Promise<Judgement> =>
    callOwn({ ...calls, name, milliseconds: Math.max(calls.milliseconds, milliseconds) }, judge, (given) =>
      checkedJudgement(given, worth),
    )
  return {
    runnable: () => judged('runnable', mission.runnable === 'condition' ? 0 : 1, () => session.runnable()),
    judge: (testcode, values) => {
      const own = 2000 * (testcode.limits?.seconds ?? 0)
      return judged(`judge`, testcode.points ?? 1, () => session.judge(testcode, values), own)
    },
    [Symbol.asyncDispose]: () => closed(session, calls.file),
  }
}

function closed(session: TestSession, file: string): Promise<void> {
  const call = { file, name: '[Symbol.asyncDispose]', milliseconds: CLOSING }
  return callOwn(
    call,
    () => session[Symbol.asyncDispose](),
    () => undefined,
  )
}

function isSession(value: unknown): value is TestSession {
  if (typeof value !== 'object' || value === null) return false
  const { runnable, judge, [Symbol.asyncDispose]: dispose } = value as Partial<Record<keyof TestSession, unknown>>
  return [runnable, judge, dispose].every((each) => typeof each === 'function')
}
