import { readFile, stat } from 'node:fs/promises'
import type { z } from 'zod'
import { UsageError, messageOf } from '../../errors.ts'

/** Bytes of one file. The largest that was published has 0.9 MB. */
const LARGEST_FILE = 64 * 1024 * 1024

/**
 * @param what What the file is, for messages
 * @throws UsageError where it is missing, too large or no JSON
 */
export async function readJson(file: string, what: string): Promise<unknown> {
  const text = await readBounded(file, what)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${what}: ${file} is no valid JSON: ${messageOf(error)}`)
  }
}

async function readBounded(file: string, what: string): Promise<string> {
  try {
    const { size } = await stat(file)
    if (size > LARGEST_FILE) throw new UsageError(`${what}: ${file} is larger than ${String(LARGEST_FILE)} bytes`)
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${what} is missing: ${file} cannot be read (${messageOf(error)})`)
  }
}

/**
 * Models answer with JSON in a text, between the marks of a code block or with comments to the ends of lines, where JSON was
 * asked for.
 */
export function withoutWrapping(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const inner = value.replace(/^\s*```\w*\n/, '').replace(/\n\s*```\s*$/, '')
  if (!/^\s*[[{]/.test(inner)) return value
  try {
    return JSON.parse(
      inner.replaceAll(/("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*/g, (_, text: string | undefined) => text ?? ''),
    )
  } catch {
    return value
  }
}

/** Hears of each item that is not as it should be, and of what became of it. */
export type Warn = (warning: string) => void

/**
 * The items of a list that are as they should be; each other one is left out with a warning that names it.
 * @param place Of the list, such as `mission 3: skeleton`
 */
export function usableItems<Schema extends z.ZodType>(
  list: unknown,
  schema: Schema,
  place: string,
  warn: Warn,
): z.infer<Schema>[] {
  return placedItems(list, schema, place, warn).map(({ item }) => item)
}

/** The same, each with its place in the list as it was published. */
export function placedItems<Schema extends z.ZodType>(
  list: unknown,
  schema: Schema,
  place: string,
  warn: Warn,
): { readonly index: number; readonly item: z.infer<Schema> }[] {
  const items = withoutWrapping(list)
  if (!Array.isArray(items)) {
    warn(`${place}: ${kindOf(items)} where a list should be; it is left out`)
    return []
  }
  return items.flatMap((item: unknown, index) => {
    const parsed = schema.safeParse(withoutWrapping(item))
    if (parsed.success) return [{ index, item: parsed.data }]
    warn(`${place}[${String(index)}]: ${problemOf(parsed.error)}; it is left out`)
    return []
  })
}

export function problemOf({ issues }: z.ZodError): string {
  const [issue] = issues
  if (!issue) return 'not as it should be'
  return [...issue.path.map(String), issue.message].join(': ')
}

export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
