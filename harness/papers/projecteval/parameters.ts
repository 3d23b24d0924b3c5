import * as z from 'zod'
import { isRecord, kindOf, problemOf, usableItems, withoutWrapping, type Warn } from './json.ts'

/** The published parameter values for one testcode. */
export interface PublishedAnswer {
  readonly page: string
  readonly function: string
  /** Names and values as published: a value may be null, a number, anything. */
  readonly values: readonly PublishedValue[]
  /** The published format has one entry for all testcodes of this function. */
  readonly forAll?: true
}

const valueSchema = z.object({ name: z.string().min(1).max(200), answer: z.unknown().optional() })
export type PublishedValue = z.infer<typeof valueSchema>

const pageSchema = z.object({ page: z.string(), function: z.unknown().optional() })
const functionSchema = z.object({ function: z.string(), parameter: z.unknown().optional() })

/**
 * Reads the parameter values of one mission, in file order, from either published format: a list of pages with lists of
 * functions (from agents), or page → function → values (canonical).
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
  const single = valueSchema.safeParse(values)
  if (single.success && 'answer' in values) return [single.data]
  return Object.entries(values).flatMap(([name, answer]) => {
    const parsed = valueSchema.safeParse({ name, answer })
    if (parsed.success) return [parsed.data]
    warn(`${place}: ${kindOf(name)} "${name.slice(0, 100)}": ${problemOf(parsed.error)}; it is left out`)
    return []
  })
}

interface Item {
  readonly page: string
  readonly function: string
}

/**
 * Finds the answer to each testcode: by page and function, and among testcodes of the same function by position. Undefined
 * if there is no answer.
 */
export function matchAnswers(
  testcodes: readonly Item[],
  answers: readonly PublishedAnswer[],
): (PublishedAnswer | undefined)[] {
  const seen = new Map<string, number>()
  return testcodes.map((testcode) => {
    const key = keyOf(testcode)
    const position = seen.get(key) ?? 0
    seen.set(key, position + 1)
    const own = answers.filter((answer) => keyOf(answer) === key)
    return own[position] ?? own.find(({ forAll }) => forAll)
  })
}

function keyOf({ page, function: name }: Item): string {
  return JSON.stringify([page.trim(), name.trim()])
}

/** Parameter → value, the format of testers. */
export function valuesByName({ values }: PublishedAnswer): Record<string, unknown> {
  return Object.fromEntries(values.map(({ name, answer }) => [name, answer]))
}
