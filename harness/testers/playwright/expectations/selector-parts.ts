import type { Locator } from '@playwright/test'
import { HarnessFault } from '../../../errors.ts'

/** One step of a locator. */
export interface SelectorPart {
  /** Such as `internal:text` or `css`; empty if the selector names none. */
  readonly engine: string
  readonly body: string
}

/**
 * The steps of a locator, in order. They are read from the selector that the library sends to the browser, by the library's own
 * rule, and not from the code that it prints, in which a text can look like a call.
 */
export function partsOf(locator: Locator): SelectorPart[] {
  return partsOfSelector(selectorOf(locator))
}

/** The selector that the library sends to the browser. */
export function selectorOf(locator: Locator): string {
  const { _selector: selector } = locator as unknown as { readonly _selector?: unknown }
  if (typeof selector === 'string') return selector
  throw new HarnessFault('this version of the browser library has no "_selector" on its locators; run npm ci')
}

export function partsOfSelector(selector: string): SelectorPart[] {
  return split(selector).map((part) => {
    const [, engine = '', body = part] = /^([\w\-+:*]+)=(.*)$/s.exec(part) ?? []
    return { engine, body }
  })
}

/** Splits at each `>>` that is in no quotes. A backslash escapes the next character, in and out of quotes. */
function split(selector: string): string[] {
  const parts: string[] = []
  let from = 0
  let quote: string | undefined
  for (let at = 0; at < selector.length; at += 1) {
    const character = selector.charAt(at)
    if (character === '\\') at += 1
    else if (character === quote) quote = undefined
    else if (quote === undefined && `"'\``.includes(character)) quote = character
    else if (quote === undefined && selector.startsWith('>>', at)) {
      parts.push(selector.slice(from, at).trim())
      at += 1
      from = at + 1
    }
  }
  return [...parts, selector.slice(from).trim()]
}
