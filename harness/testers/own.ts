import { loadOwn, type Own } from '../lib/files/own-file.ts'
import type { TesterEntry, Judgement, SessionSetup, TestSession } from '../contracts/types.ts'
import { UsageError, messageOf } from '../errors.ts'
import { OWN_DEADLINE, callOwn, callOwnNow } from '../lib/async/call-own.ts'
import * as z from 'zod'
import { evidenceSchema, relativePath, usageSchema } from '../contracts/schema.ts'
import { LIMIT_KINDS } from '../contracts/vocabulary.ts'

const KINDS = ['website', 'program', 'desktop', 'source']

/**
 * Loads a tester from a user's file.
 * @throws UsageError naming the file and its missing part
 */
export async function ownTester(spec: string): Promise<Own & { readonly tester: TesterEntry }> {
  const own = await loadOwn(spec, {
    what: 'a tester',
    functions: ['check', 'open'],
    problemOf: ({ accepts }) =>
      Array.isArray(accepts) && accepts.length > 0 && accepts.every((kind) => KINDS.includes(kind as string))
        ? undefined
        : `"accepts" lists kinds of target: ${KINDS.join(', ')}`,
  })
  return { ...own, tester: checkedTester(own.value as unknown as TesterEntry, own.file) }
}

// ---- checked tester ------------------------------------------------------------------------------------------------

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

// ---- checked judgement ---------------------------------------------------------------------------------------------

/** The statuses that a tester can give. Only the harness gives the others. */
const STATUSES = ['passed', 'partial', 'failed', 'timeout', 'error', 'bad-parameter', 'unjudged'] as const

/** Characters of one text; the rest is cut. */
const LONGEST_TEXT = 20_000
const MOST_TEXTS = 1000

const text = z.string().transform((all) => all.slice(0, LONGEST_TEXT))
const texts = z.array(text).transform((all) => all.slice(0, MOST_TEXTS))
const evidence = z.object({
  ...evidenceSchema.shape,
  screenshot: relativePath.optional(),
  trace: relativePath.optional(),
  page: relativePath.optional(),
  before: relativePath.optional(),
  console: texts.optional(),
  output: text.optional(),
  log: text.optional(),
  refused: texts.optional(),
})

/** Fields that are not in it are left out of verdicts. */
const judgement = z.object({
  status: z.enum(STATUSES),
  earned: z.number().positive().optional(),
  reason: text.optional(),
  evidence: evidence.default({}),
  limit: z.enum(LIMIT_KINDS).optional(),
  usage: z.object(usageSchema.shape).optional(),
  fault: z.literal('machine').optional(),
})

/**
 * A judgement from a user's tester.
 * @param worth Points of the testcode
 * @throws TypeError naming the field that is wrong
 */
function checkedJudgement(given: unknown, worth: number): Judgement {
  const parsed = judgement.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const place = issue?.path.map(String).join('.') ?? ''
    throw new TypeError(`returned no judgement: ${place === '' ? '' : `${place}: `}${issue?.message ?? ''}`)
  }
  const { status, earned } = parsed.data
  if (status === 'partial' && !(earned !== undefined && earned < worth))
    throw new TypeError(
      `returned no judgement: "earned" of a partial result is more than 0 and less than ${String(worth)} points`,
    )
  return withoutUndefined(parsed.data) as unknown as Judgement
}

/** An optional field that is there and undefined is as good as none. */
function withoutUndefined(value: object): object {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .map(([name, field]: [string, unknown]) => [name, isRecord(field) ? withoutUndefined(field) : field]),
  )
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
