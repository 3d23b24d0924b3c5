/** Shared by the tests of reading. */
import { expect, it } from 'vitest'
import type { WebsiteFixtures } from '../../../harness/contracts/types.ts'
import { judgeFixture, judgeFixtures } from './bed.ts'

export const THAT_EXPECTS_A_TEXT_OF_CASES = [
  [2500, 'passed', undefined],
  // Each letter has to be looked at, and nobody reads that many.
  [2501, 'failed', expect.stringContaining('it has too many letters, spaces or nested elements to be read') as string],
  [20_000, 'failed', expect.stringContaining('it has more than 5000 characters') as string],
] as const

export function thatExpectsATextOf(cases: readonly (typeof THAT_EXPECTS_A_TEXT_OF_CASES)[number][]): void {
  it.each(cases)('that expects a text of %i letters', async (length, status, reason) => {
    const text = 'lorem '.repeat(4000).slice(0, length - 1) + '.'
    const judgement = await judgeFixture({
      body: `<p id="text">${text}</p>`,
      testcode: async ({ page, expect }) => expect(page.locator('#text')).toHaveText(text),
    })
    expect({ status: judgement.status, reason: judgement.reason }).toEqual({ status, reason })
  })
}

const LONG = `<textarea id="field"></textarea><p id="text"></p><ul id="list"></ul><script>
  document.querySelector('#field').value = 'x '.repeat(10001)
  document.querySelector('#text').textContent = 'ab'.repeat(10001)
  document.querySelector('#text').title = 'x'.repeat(100001)
  document.title = 'x'.repeat(20001)
  document.querySelector('#list').innerHTML = '<li>'.repeat(5001)
</script>`

type Read = (fixtures: WebsiteFixtures) => Promise<unknown>

export const REFUSED: readonly (readonly [string, Read, RegExp])[] = [
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

/** Defines the test that these reads are refused. */
export function cannotRead(refused: typeof REFUSED): void {
  it('cannot read texts over the bounds', async () => {
    const judgements = await judgeFixtures(
      refused.map(([, read]) => ({
        body: LONG,
        testcode: async (fixtures) => {
          await read(fixtures)
        },
      })),
    )
    for (const [index, { status, reason }] of judgements.entries()) {
      const [name, , words] = refused[index] ?? ['', () => Promise.resolve(), /./]
      expect({ name, status, reason }).toEqual({
        name,
        status: 'failed',
        reason: expect.stringMatching(words) as string,
      })
    }
  })
}
