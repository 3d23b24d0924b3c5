import type { Locator } from '@playwright/test'
import { ENGINE } from '../stillness/inside.ts'
import { rowsQuestion } from './rows.ts'
import { partsOf, partsOfSelector, type SelectorPart } from './selector-parts.ts'

/** By which texts a locator finds its elements and their ancestors. */
export interface FoundBy {
  /** Of `getByText` and `hasText`. */
  readonly texts: readonly (string | RegExp)[]
  /** Of `rows`. */
  readonly rows: readonly string[]
}

/** Steps that hold another locator, as JSON. Of one that must not be there (`internal:has-not`) nothing is claimed. */
const NESTED: ReadonlySet<string> = new Set(['internal:has', 'internal:and', 'internal:or', 'internal:chain'])
const TEXTS: ReadonlySet<string> = new Set(['internal:text', 'internal:has-text'])

/**
 * Only the testcode's own patterns are found: the agent's selector is a separate step, whose text cannot look like another step.
 */
export function foundBy(locator: Locator): FoundBy {
  const parts = withNested(partsOf(locator))
  return {
    texts: parts.filter(({ engine }) => TEXTS.has(engine)).map(({ body }) => textOrPattern(body)),
    rows: parts.filter(({ engine }) => engine === ENGINE).flatMap(({ body }) => rowsQuestion(body)?.texts ?? []),
  }
}

function withNested(parts: readonly SelectorPart[]): SelectorPart[] {
  return parts.flatMap((part) =>
    NESTED.has(part.engine) ? withNested(partsOfSelector(JSON.parse(part.body) as string)) : [part],
  )
}

/** `"text"i`, `"exact text"s` or `/pattern/flags`. */
function textOrPattern(body: string): string | RegExp {
  if (!body.startsWith('/')) return JSON.parse(body.slice(0, -1)) as string
  const end = body.lastIndexOf('/')
  // The library escapes quotes and `>>`, which are the ends of strings and steps.
  const source = body.slice(1, end).replace(/(?<=(?:^|[^\\])(?:\\\\)*)\\(["'`>])/g, '$1')
  return new RegExp(source, body.slice(end + 1))
}
