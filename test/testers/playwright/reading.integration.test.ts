/** Bounds on what a testcode can read from a page, so that no page blocks the harness with a long text. */
import { afterAll, describe, expect } from 'vitest'
import type { WebsiteFixtures } from '../../../harness/contracts/types.ts'
import { longestBlock } from '../../processor.ts'
import { closeBed, judgeFixture, judgeFixtures } from './bed.ts'
import { sampled } from '../../part.ts'

const it = sampled('testers/playwright/reading', 2)

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

  it('reads texts up to the bound; reads of the harness itself are not bounded', async () => {
    const { status, reason, evidence } = await judgeFixture({
      body: `<p id="text"></p><script>document.querySelector('#text').textContent = 'x'.repeat(20000)</script>`,
      testcode: async ({ page, expect }) => {
        expect((await page.locator('#text').innerText()).length).toBe(20_000)
      },
    })
    expect({ status, reason, evidence }).toEqual({ status: 'passed', reason: undefined, evidence: {} })
  })

  it.each([
    [2500, 'passed', undefined],
    // Each letter has to be looked at, and nobody reads that many.
    [
      2501,
      'failed',
      expect.stringContaining('it has too many letters, spaces or nested elements to be read') as string,
    ],
    [20_000, 'failed', expect.stringContaining('it has more than 5000 characters') as string],
  ])('that expects a text of %i letters', async (length, status, reason) => {
    const text = 'lorem '.repeat(4000).slice(0, length - 1) + '.'
    const judgement = await judgeFixture({
      body: `<p id="text">${text}</p>`,
      testcode: async ({ page, expect }) => expect(page.locator('#text')).toHaveText(text),
    })
    expect({ status: judgement.status, reason: judgement.reason }).toEqual({ status, reason })
  })

  it.each([
    [
      'a text that differs everywhere',
      async ({ page, expect }: WebsiteFixtures) => {
        await expect(page.locator('#text')).toHaveText('xyz '.repeat(1500))
      },
    ],
    [
      'two megabytes',
      async ({ page, expect }: WebsiteFixtures) => {
        await page.evaluate(() => {
          const field = document.querySelector('#text')
          if (field) field.textContent = 'x\n'.repeat(1e6)
        })
        await expect(page.locator('#text')).toHaveText('xyz')
      },
    ],
    [
      'two megabytes that are read',
      async ({ page, expect }: WebsiteFixtures) => {
        await page.evaluate(() => {
          const field = document.querySelector('#text')
          if (field) field.textContent = 'x\n'.repeat(1e6)
        })
        await expect.poll(() => page.locator('#text').textContent()).toBe('xyz')
      },
    ],
  ])('with an expectation on %s does not block the harness', async (_, testcode) => {
    const longest = longestBlock()
    const { status, reason = '' } = await judgeFixture({
      body: `<p id="text" hidden></p><script>document.querySelector('#text').textContent = 'ab'.repeat(9700)</script>`,
      testcode,
    })
    expect({ status, reason }).toEqual({ status: 'failed', reason: expect.any(String) as string })
    expect(reason.length).toBeLessThan(2100)
    expect(longest()).toBeLessThan(1500)
  })
})
