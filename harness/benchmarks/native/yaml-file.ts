import { LineCounter, isMap, isNode, isScalar, parseDocument, visit, type Document } from 'yaml'
import type { z } from 'zod'
import { UsageError, messageOf } from '../../errors.ts'

export interface Mistake {
  readonly at: readonly PropertyKey[]
  /** Of the field that is the mistake, where it is none of those that `at` can name. */
  readonly key?: string
  readonly what: string
}

/** Characters of a file. The longest that people have written has a tenth of it; time grows with the square of the number of keys. */
const LONGEST = 256 * 1024
/** Mistakes that are told of one file. */
const MOST_MISTAKES = 50

/**
 * Reads YAML that people write.
 * @param file For messages: each one names file, line, field and what was expected
 * @param inconsistencies What a schema of single fields cannot see
 * @throws UsageError with all mistakes that were found
 */
export function parseYaml<Schema extends z.ZodType>(
  text: string,
  file: string,
  schema: Schema,
  inconsistencies: (value: z.infer<Schema>) => readonly Mistake[],
): z.infer<Schema> {
  if (text.length > LONGEST)
    throw new UsageError(`${file}: has ${String(text.length)} characters, and may have ${String(LONGEST)}`)
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const broken = document.errors[0]
  if (broken)
    throw new UsageError(`${file}:${String(lines.linePos(broken.pos[0]).line)}: ${withoutPlace(broken.message)}`)
  const told = ({ at, key, what }: Mistake) =>
    `${file}:${String(lineOf(document, lines, at, key))}: ${fieldName(at)}: ${what}`
  const parsed = schema.safeParse(valueOf(document, lines, file))
  const mistakes = parsed.success ? inconsistencies(parsed.data) : parsed.error.issues.flatMap(mistakesOf)
  if (!parsed.success || mistakes.length > 0)
    throw new UsageError(mistakes.slice(0, MOST_MISTAKES).map(told).join('\n'))
  return parsed.data
}

/** The first line, without the place at its end, which is said before it. */
function withoutPlace(message: string): string {
  return (message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '')
}

/** @throws UsageError for an alias of nothing, or aliases that would fill the memory */
function valueOf(document: Document, lines: LineCounter, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch (error) {
    const offset = unresolvedAlias(document) ?? 0
    throw new UsageError(`${file}:${String(lines.linePos(offset).line)}: ${messageOf(error)}`, { cause: error })
  }
}

/** Where the first alias stands whose anchor does not. */
function unresolvedAlias(document: Document): number | undefined {
  let offset: number | undefined
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document)) return undefined
      offset = alias.range?.[0]
      return visit.BREAK
    },
  })
  return offset
}

function mistakesOf(issue: z.core.$ZodIssue): Mistake[] {
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined'))
    return [{ at: issue.path, what: 'is missing' }]
  if (issue.code !== 'unrecognized_keys') return [{ at: issue.path, what: issue.message }]
  return issue.keys.map((key) => ({ at: issue.path, key, what: `unknown field "${key}"` }))
}

function fieldName(at: readonly PropertyKey[]): string {
  return at.length === 0 ? 'the file' : at.map(String).join('.')
}

/** The line of a key, or of the deepest part of a path that the file has. */
function lineOf(document: Document, lines: LineCounter, at: readonly PropertyKey[], key?: string): number {
  const offset =
    key === undefined ? undefined : offsetOfKey(at.length === 0 ? document.contents : document.getIn(at), key)
  if (offset !== undefined) return lines.linePos(offset).line
  for (let depth = at.length; depth > 0; depth -= 1) {
    const node = document.getIn(at.slice(0, depth), true) as { range?: [number, number, number] } | undefined
    if (node?.range) return lines.linePos(node.range[0]).line
  }
  return 1
}

function offsetOfKey(map: unknown, key: string): number | undefined {
  const pair = isMap(map) ? map.items.find((item) => isScalar(item.key) && String(item.key.value) === key) : undefined
  return isNode(pair?.key) ? pair.key.range?.[0] : undefined
}
