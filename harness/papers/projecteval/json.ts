import { readFile, stat } from 'node:fs/promises'
import type * as z from 'zod'
import { UsageError, messageOf } from '../../errors.ts'

/** Bytes of one file. The largest published file has 0.9 MB. */
const LARGEST_FILE = 64 * 1024 * 1024

/**
 * @param description What the file is, for messages
 * @throws UsageError if it is missing, too large or not JSON
 */
export async function readJson(file: string, description: string): Promise<unknown> {
  const text = await readBounded(file, description)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${description}: ${file} is not valid JSON: ${messageOf(error)}`)
  }
}

async function readBounded(file: string, description: string): Promise<string> {
  try {
    const { size } = await stat(file)
    if (size > LARGEST_FILE)
      throw new UsageError(`${description}: ${file} is larger than ${String(LARGEST_FILE)} bytes`)
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${description}: ${file} cannot be read: ${messageOf(error)}`)
  }
}

/**
 * Parses JSON that a model wrapped in a string: plain, in a code block, or with line comments. Returns any other value
 * unchanged.
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

/** Called for each invalid item, with how it was handled. */
export type Warn = (warning: string) => void

/**
 * The valid items of a list. Each other item is left out with a warning.
 * @param place Names the list in warnings, such as `mission 3: skeleton`
 */
export function usableItems<Schema extends z.ZodType>(
  list: unknown,
  schema: Schema,
  place: string,
  warn: Warn,
): z.infer<Schema>[] {
  return placedItems(list, schema, place, warn).map(({ item }) => item)
}

/** Like `usableItems`, with the position of each item in the published list. */
export function placedItems<Schema extends z.ZodType>(
  list: unknown,
  schema: Schema,
  place: string,
  warn: Warn,
): { readonly index: number; readonly item: z.infer<Schema> }[] {
  const items = withoutWrapping(list)
  if (!Array.isArray(items)) {
    warn(`${place}: expected a list, found ${kindOf(items)}; it is left out`)
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
  if (!issue) return 'invalid'
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
