import type { Locator } from '@playwright/test'
import { ENGINE } from '../stillness/inside.ts'

/** A locator of `rows` as the library writes it. */
const ROWS = new RegExp(`locator\\('${ENGINE}=([^']+)'\\)`, 'g')
/** A text or pattern in a locator as the library writes it. */
const FOUND_BY = /(?:getByText\(|hasText: )(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|\/((?:[^/\\]|\\.)+)\/([a-z]*))/g

/** The texts and patterns by which a locator finds its elements and their ancestors. */
export function textsOf(locator: Locator): (string | RegExp)[] {
  const written = String(locator)
  const rows = [...written.matchAll(ROWS)].flatMap(([, question = '']) => {
    const { ask, texts } = JSON.parse(decodeURIComponent(question)) as { ask: string; texts?: string[] }
    return ask === 'row' ? (texts ?? []) : []
  })
  const found = [...written.matchAll(FOUND_BY)].map(([, single, double, source, flags = '']) =>
    source === undefined ? (single ?? double ?? '').replace(/\\(.)/g, '$1') : new RegExp(source, flags),
  )
  return [...rows, ...found]
}
