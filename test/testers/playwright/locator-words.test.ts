import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { standardCss, standardXPath } from '../../../harness/lib/browser/standard-selectors.ts'
import { thingOf } from '../../../harness/testers/playwright/expectations/locator-words.ts'

const ROWS = `locator('pe=${encodeURIComponent(JSON.stringify({ ask: 'row', texts: ['Milk', '2.50'] }))}')`

describe('a locator in words', () => {
  it.each([
    [`getByText('Hello, Ada')`, 'element with the text "Hello, Ada"'],
    [`getByText('it\\'s "so" (a).b', { exact: true })`, `element with the text "it's \\"so\\" (a).b" exactly`],
    [`getByText(/a\\/b[/)']/i)`, `element with a text that matches /a\\/b[/)']/i`],
    [`getByRole('button', { name: 'Save' })`, 'button named "Save"'],
    [`getByRole('link', { name: /sign out/i })`, 'link whose name matches /sign out/i'],
    [`getByRole('heading', { level: 2 })`, 'heading of level 2'],
    [`getByRole('checkbox', { checked: true })`, 'checkbox with checked true'],
    [`getByLabel('Name')`, 'field labelled "Name"'],
    [`locator('${standardCss('p > #out')}')`, 'element "p > #out"'],
    [`locator('${standardCss('[id="total"]')}')`, 'element "#total"'],
    [`locator('${standardXPath('//a[@b="c"]')}')`, 'element "//a[@b=\\"c\\"]"'],
    [
      `locator('${standardCss(`#a:not([b="').getByText(/x/"])`)}').first()`,
      `element "#a:not([b=\\"').getByText(/x/\\"])"`,
    ],
    [`locator('//button[text()="Go"]')`, 'element "//button[text()=\\"Go\\"]"'],
    [`locator('body').getByText('x')`, 'element with the text "x"'],
    [`locator('#a').getByRole('row')`, 'row in the element "#a"'],
    [`locator('li').filter({ hasText: 'Milk' })`, 'element "li" with the text "Milk"'],
    [`locator('li').filter({ hasNotText: /x/ })`, 'element "li" without a text that matches /x/'],
    [`locator('li').filter({ has: getByRole('image') })`, 'element "li" that contains an image'],
    [`getByText('x').locator('..')`, 'parent of the element with the text "x"'],
    [`locator('iframe').contentFrame().getByText('x')`, 'element with the text "x" in the frame "iframe"'],
    [`locator('a').and(getByRole('link'))`, 'element "a", if it is also a link'],
    [`locator('a').or(locator('b'))`, 'element "a" or element "b"'],
    [`getByRole('row').visible()`, 'visible row'],
    [`locator('body').${ROWS}.getByRole('button')`, 'button in the row with "Milk" and "2.50"'],
  ])('%s', (code, noun) => {
    expect(thingOf(code).noun).toBe(noun)
  })

  it.each([
    [`locator('li').first()`, 'first '],
    [`locator('li').nth(1)`, '2nd '],
    [`locator('li').nth(12)`, '13th '],
    [`locator('li').nth(-1)`, 'last '],
  ])('%s has a place among others', (code, ordinal) => {
    expect(thingOf(code)).toMatchObject({ noun: 'element "li"', ordinal })
  })

  it.each([
    [`getByRole('checkbox')`, 'checkboxes'],
    [`getByRole('switch', { name: 'On' })`, 'switches named "On"'],
    [`getByText('x')`, 'elements with the text "x"'],
  ])('%s has a plural', (code, plural) => {
    expect(thingOf(code).plural).toBe(plural)
  })

  it.each([`unknown('x')`, `getByText(`, `getByText('x').press()`, `locator('a').filter({ odd: 1 })`, ''])(
    'keeps the code that it has no words for: %s',
    (code) => {
      expect(thingOf(code).noun).toBe(`element of ${code}`)
    },
  )

  it('is bounded, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), fc.constantFrom('', '.first()', ')', `'`), (text, end) => {
        for (const code of [text + end, `getByText(${JSON.stringify(text)})${end}`])
          expect(thingOf(code).noun.length).toBeLessThanOrEqual(201)
      }),
    )
  })
})
