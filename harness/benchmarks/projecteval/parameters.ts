import { z } from 'zod'
import { isRecord, kindOf, problemOf, usableItems, withoutWrapping, type Warn } from './json.ts'

/** The values that were given for one testcode. */
export interface PublishedAnswer {
  readonly page: string
  readonly function: string
  /** Name and value as they were given: a value may be null, a number, anything. */
  readonly values: readonly PublishedValue[]
  /** Of a form that has one place for all testcodes of its name. */
  readonly forAll?: true
}

const valueSchema = z.object({ name: z.string().min(1).max(200), answer: z.unknown().optional() })
export type PublishedValue = z.infer<typeof valueSchema>

const pageSchema = z.object({ page: z.string(), function: z.unknown().optional() })
const functionSchema = z.object({ function: z.string(), parameter: z.unknown().optional() })

/**
 * The values of one mission, in the order in which they stand, from either of the published forms: a list of pages with
 * lists of functions, as agents give them, or page → function → values, as the canonical ones are.
 * @param place Such as `mission 3: parameters`
 */
export function publishedAnswers(value: unknown, place: string, warn: Warn): PublishedAnswer[] {
  const pages = withoutWrapping(value)
  const entries = isRecord(pages)
    ? Object.entries(pages).map(([page, functions]) => ({ page, function: functions }))
    : usableItems(pages, pageSchema, place, warn)
  return entries.flatMap(({ page, function: functions }) => answersOfPage(page, functions, `${place}: ${page}`, warn))
}

function answersOfPage(page: string, value: unknown, place: string, warn: Warn): PublishedAnswer[] {
  const functions = withoutWrapping(value)
  const forAll = isRecord(functions)
  const entries = forAll
    ? Object.entries(functions).map(([name, parameter]) => ({ function: name, parameter }))
    : usableItems(functions, functionSchema, place, warn)
  return entries.map(({ function: name, parameter }) => ({
    page,
    function: name,
    values: valuesOf(parameter, `${place} / ${name}`, warn),
    ...(forAll ? { forAll } : {}),
  }))
}

/** A list of names with answers, or name → answer. */
function valuesOf(value: unknown, place: string, warn: Warn): PublishedValue[] {
  const values = withoutWrapping(value)
  if (!isRecord(values)) return usableItems(values, valueSchema, place, warn)
  const one = valueSchema.safeParse(values)
  if (one.success && 'answer' in values) return [one.data]
  return Object.entries(values).flatMap(([name, answer]) => {
    const parsed = valueSchema.safeParse({ name, answer })
    if (parsed.success) return [parsed.data]
    warn(`${place}: ${kindOf(name)} "${name.slice(0, 100)}": ${problemOf(parsed.error)}; it is left out`)
    return []
  })
}

/** What a value belongs to. */
interface Asked {
  readonly page: string
  readonly function: string
}

/**
 * For each testcode the answer that was given for it: by page and function, and, where these repeat, by position among
 * their like. Undefined where there is none.
 */
export function matchAnswers(
  asked: readonly Asked[],
  answers: readonly PublishedAnswer[],
): (PublishedAnswer | undefined)[] {
  const seen = new Map<string, number>()
  return asked.map((each) => {
    const key = keyOf(each)
    const position = seen.get(key) ?? 0
    seen.set(key, position + 1)
    const own = answers.filter((answer) => keyOf(answer) === key)
    return own[position] ?? own.find(({ forAll }) => forAll)
  })
}

function keyOf({ page, function: name }: Asked): string {
  return JSON.stringify([page.trim(), name.trim()])
}

/** Parameter → value, as testers are given them. */
export function valuesByName({ values }: PublishedAnswer): Record<string, unknown> {
  return Object.fromEntries(values.map(({ name, answer }) => [name, answer]))
}
