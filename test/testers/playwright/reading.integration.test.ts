/** Bounds on what a testcode can read from a page, so that no page blocks the harness with a long text. */
import { afterAll, describe, expect, it } from 'vitest'
import type { WebsiteFixtures } from '../../../harness/contracts/types.ts'
import { closeBed, judgeFixtures } from './bed.ts'
import { THAT_EXPECTS_A_TEXT_OF_CASES, thatExpectsATextOf } from './reading-cases.ts'

afterAll(closeBed)

const LONG = `<textarea id="field"></textarea><p id="text"></p><ul id="list"></ul><script>
  document.querySelector('#field').value = 'x '.repeat(10001)
  document.querySelector('#text').textContent = 'ab'.repeat(10001)
  document.querySelector('#text').title = 'x'.repeat(100001)
  document.title = 'x'.repeat(20001)
  document.querySelector('#list').innerHTML = '<li>'.repeat(5001)
</script>`

type Read = (fixtures: WebsiteFixtures) => Promise<unknown>

const REFUSED: readonly (readonly [string, Read, RegExp])[] = [
  [
    'inputValue',
    ({ page }) => page.locator('#field').inputValue(),
    /locator\('#field'\) holds 20002 characters; at most 20000/,
  ],
  ['innerText', ({ page }) => page.locator('#text').innerText(), /locator\('#text'\) holds 20002 characters/],
  ['textContent', ({ page }) => page.locator('#text').textContent(), /locator\('#text'\) holds 20002 characters/],
  [
    'innerHTML',
    ({ page }) => page.locator('body').innerHTML(),
    /locator\('body'\) holds \d{6} characters; at most 100000/,
  ],
  [
    'getAttribute',
    ({ page }) => page.locator('#text').getAttribute('title'),
    /holds 100001 characters; at most 100000/,
  ],
  ['allInnerTexts', ({ page }) => page.locator('p').allInnerTexts(), /locator\('p'\) holds 20002 characters/],
  [
    'a list of texts',
    ({ page }) => page.locator('li').allTextContents(),
    /locator\('li'\) holds 500\d values; at most 5000/,
  ],
  ['title', ({ page }) => page.title(), /the page holds 20001 characters/],
  ['content', ({ page }) => page.content(), /the page holds \d{6} characters/],
  [
    'evaluate',
    ({ page }) => page.evaluate(() => ({ a: ['x'.repeat(12_000), { b: 'y'.repeat(12_000) }] })),
    /holds 240\d\d char/,
  ],
  [
    'evaluate of an element',
    ({ page }) => page.locator('#text').evaluate((e) => e.textContent),
    /holds 20002 characters/,
  ],
  ['ariaSnapshot', ({ page }) => page.locator('body').ariaSnapshot(), /locator\('body'\) holds \d+ characters/],
  [
    'a page that a testcode opens',
    async ({ page }) => {
      const other = await page.context().newPage()
      await other.goto(page.url())
      return other.locator('#text').innerText()
    },
    /locator\('#text'\) holds 20002 characters/,
  ],
]

describe('a testcode', () => {
  it('cannot read texts over the bounds', async () => {
    const judgements = await judgeFixtures(
      REFUSED.map(([, read]) => ({
        body: LONG,
        testcode: async (fixtures) => {
          await read(fixtures)
        },
      })),
    )
    for (const [index, { status, reason }] of judgements.entries()) {
      const [name, , words] = REFUSED[index] ?? ['', () => Promise.resolve(), /./]
      expect({ name, status, reason }).toEqual({
        name,
        status: 'failed',
        reason: expect.stringMatching(words) as string,
      })
    }
  })

  thatExpectsATextOf(THAT_EXPECTS_A_TEXT_OF_CASES.slice(0, 1))
})
