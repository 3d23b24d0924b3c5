import { LineCounter, isMap, isNode, isScalar, parseDocument, visit, type Document } from 'yaml'
import type * as z from 'zod'
import { UsageError, messageOf } from '../../errors.ts'

export interface Mistake {
  readonly at: readonly PropertyKey[]
  /** An unknown field, which `at` cannot name. */
  readonly key?: string
  readonly what: string
}

/** Characters of a file. Real files have at most a tenth of it; parsing time grows with the square of the number of keys. */
const LONGEST = 256 * 1024
/** Mistakes reported for one file. */
const MOST_MISTAKES = 50

/**
 * Parses hand-written YAML.
 * @param file Named in each message, with line, field and problem
 * @param inconsistencies Checks across fields, which a schema cannot express
 * @throws UsageError with all mistakes
 */
export function parseYaml<Schema extends z.ZodType>(
  text: string,
  file: string,
  schema: Schema,
  inconsistencies: (value: z.infer<Schema>) => readonly Mistake[],
): z.infer<Schema> {
  if (text.length > LONGEST)
    throw new UsageError(`${file}: has ${String(text.length)} characters; the limit is ${String(LONGEST)}`)
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const broken = document.errors[0]
  if (broken)
    throw new UsageError(`${file}:${String(lines.linePos(broken.pos[0]).line)}: ${withoutPlace(broken.message)}`)
  const messageFor = ({ at, key, what }: Mistake) =>
    `${file}:${String(lineOf(document, lines, at, key))}: ${fieldName(at)}: ${what}`
  const parsed = schema.safeParse(valueOf(document, lines, file))
  const mistakes = parsed.success
    ? inconsistencies(parsed.data)
    : parsed.error.issues.flatMap((issue) => mistakesOf(issue, document))
  if (!parsed.success || mistakes.length > 0)
    throw new UsageError(mistakes.slice(0, MOST_MISTAKES).map(messageFor).join('\n'))
  return parsed.data
}

/** The first line, without the place at its end: the message already begins with it. */
function withoutPlace(message: string): string {
  return (message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '')
}

/** @throws UsageError for an alias without an anchor, or aliases that expand without bounds */
function valueOf(document: Document, lines: LineCounter, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch (error) {
    const offset = unresolvedAlias(document) ?? 0
    throw new UsageError(`${file}:${String(lines.linePos(offset).line)}: ${messageOf(error)}`, { cause: error })
  }
}

/** The offset of the first alias without an anchor. */
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

function mistakesOf(issue: z.core.$ZodIssue, document: Document): Mistake[] {
  if (issue.code.startsWith('invalid_') && issue.path.length > 0 && !document.hasIn(issue.path))
    return [{ at: issue.path, what: `is missing${choicesOf(issue)}` }]
  if (issue.code !== 'unrecognized_keys') return [{ at: issue.path, what: issue.message }]
  return issue.keys.map((key) => ({ at: issue.path, key, what: `unknown field "${key}"` }))
}

function choicesOf(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_value' ? `; it is one of ${issue.values.map(String).join(', ')}` : ''
}

function fieldName(at: readonly PropertyKey[]): string {
  return at.length === 0 ? 'the file' : at.map(String).join('.')
}

/** The line of a key, or of the deepest existing part of a path. */
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
