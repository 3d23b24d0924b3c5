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
import { judgeFixtures, type Fixture } from './bed.ts'

/** Takes exponential time on this text if the harness runs it. */
const PATTERN = '(a+)+$'
const BODY = `<figure id="chart">${'a'.repeat(60)}!<span style="opacity:0">x</span></figure><p id="go">Going</p>`

const sees: Fixture['testcode'] = async ({ element, expect }) => {
  await expect(await element('it')).toBeVisible()
}
const findsElsewhere: Fixture['testcode'] = async ({ element, expect }) => {
  await expect((await element('it')).getByText('Nowhere')).toBeVisible()
}

const seen = (it: string): Fixture => ({ body: BODY, it, testcode: sees })
const swallowing = (it: string): Fixture => ({ body: BODY, it, testcode: findsElsewhere })

const PASS: Readonly<Record<string, Fixture>> = {
  'a selector that holds a filter by a pattern': seen(`#chart:not([a="hasText: /${PATTERN}/"])`),
  'a selector that holds a filter by a pattern with wrong flags': seen(`#chart:not([a="hasText: /a/zz"])`),
  'a selector that holds a search for a text': seen(`#chart:not([a="getByText('Going')"])`),
  'a selector that holds a search in other quotes': seen(`#chart:not([a='").getByText(/${PATTERN}/)'])`),
  'an XPath that holds a filter by a pattern': seen(`//figure[not(@a="hasText: /${PATTERN}/")]`),
  'an id that looks like a part of a locator': {
    body: '<p id="hasText">' + 'word '.repeat(100) + '</p>',
    it: 'hasText',
    testcode: sees,
  },
  'a selector over several lines': seen('#chart,\n#none'),
}

const FAIL: Readonly<Record<string, Fixture>> = {
  'an open quote in a list that forgives': swallowing(':is(#go, [a="'),
  'an open quote': swallowing('#go:not([a="'),
  'an open quote after a backslash': swallowing(':is(#go, [a=\'\\"'),
  'an open quote in XPath': swallowing(`//*[@id='go']["`),
}

describe('the text of an answer', () => {
  const judged = judgeFixtures([...Object.values(PASS), ...Object.values(FAIL)])

  it.each(Object.keys(PASS).map((name, index) => [name, index] as const))('%s finds its element', async (_, index) => {
    const judgement = (await judged)[index]
    expect(judgement?.reason).toBeUndefined()
    expect(judgement?.status).toBe('passed')
  })

  it.each(Object.keys(FAIL).map((name, index) => [name, Object.keys(PASS).length + index] as const))(
    '%s hides nothing that a testcode looks for in its element',
    async (_, index) => {
      expect(['failed', 'bad-parameter']).toContain((await judged)[index]?.status)
    },
  )

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
