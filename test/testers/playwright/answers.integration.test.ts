/** The value that an agent answers for an element names one element. Nothing else of a testcode depends on its text. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Locator } from '@playwright/test'
import {
  asWritten,
  messageAsWritten,
  standardCss,
  standardXPath,
} from '../../../harness/lib/browser/standard-selectors.ts'
import { foundBy } from '../../../harness/testers/playwright/expectations/found-by.ts'
import { partsOfSelector } from '../../../harness/testers/playwright/expectations/selector-parts.ts'
import { CODE_POINT } from '../../code-points.ts'
import { IN_EVERY_RUN, itJudgesTexts } from './answers-cases.ts'

describe('the text of an answer', () => {
  itJudgesTexts((name) => IN_EVERY_RUN.includes(name))

  it('is one step of a locator, and reads as it was written', () => {
    fc.assert(
      fc.property(fc.string({ unit: CODE_POINT }), fc.constantFrom(standardCss, standardXPath), (text, selectorOf) => {
        const selector = selectorOf(text)
        const chained = `${selector} >> internal:text="x"i`
        expect(partsOfSelector(chained)).toHaveLength(2)
        expect(foundBy(locatorOf(chained)).texts).toEqual(['x'])
        expect(asWritten(selector)).toBe(text)
        expect(messageAsWritten(`waiting for locator('${selector}')`)).toBe(
          `waiting for locator(${JSON.stringify(text)})`,
        )
      }),
    )
  })
})

/** A locator of the library, of which only the selector is read. */
const locatorOf = (selector: string) => ({ _selector: selector }) as unknown as Locator

describe('the texts that a locator finds by', () => {
  it.each<[string, (string | RegExp)[]]>([
    ['css=li >> internal:has-text="it\'s \\"so\\""i', [`it's "so"`]],
    ['internal:text="hasText: /x/"s', ['hasText: /x/']],
    ['internal:text=/a\\/b \\"c\\" [/]/iu', [/a\/b "c" [/]/iu]],
    ['internal:text=/\\>\\>/', [/>>/]],
    ['css=[a="internal:text=/x/"] >> visible=true', []],
    ['internal:role=button[name="hasText: /x/"i]', []],
    [`css=ul >> internal:has=${JSON.stringify('css=li >> internal:text="x >> y"i')}`, ['x >> y']],
    [`css=ul >> internal:has-not=${JSON.stringify('internal:text="x"i')}`, []],
    [`css=a >> internal:and=${JSON.stringify(`css=b >> internal:has=${JSON.stringify('internal:text=/z/')}`)}`, [/z/]],
  ])('%s', (selector, texts) => {
    expect(foundBy(locatorOf(selector)).texts).toEqual(texts)
  })
})
