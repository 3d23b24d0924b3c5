import * as z from 'zod'
import { evidenceSchema, relativePath, usageSchema } from '../contracts/schema.ts'
import { LIMIT_KINDS } from '../contracts/vocabulary.ts'
import type { Judgement } from '../contracts/types.ts'

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
export function checkedJudgement(given: unknown, worth: number): Judgement {
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
