/** A text counts as visible exactly if a person can see it: the first page of each class. */
import { expect, it } from 'vitest'
import { casesNamed } from '../../helpers.ts'
import { judgeFixture } from './bed.ts'
import { TABLES, surprises } from './seen-cases.ts'

const CLASSES = casesNamed(
  TABLES,
  'a text that a person cannot see fails',
  'a hidden part of a visible text fails',
  'a text that a person can see passes',
)

it.each(CLASSES)('%s', { timeout: 200_000 }, async (_, fixtures, status) => {
  expect(await surprises(Object.entries(fixtures).slice(0, 1), status)).toEqual([])
})

const PANEL =
  'position:relative;padding:9px;background:oklch(0.2 0.02 280/.85);backdrop-filter:blur(9px);box-shadow:0 0 60px rgb(0 0 0/.4)'
/** A text with the surroundings that today's component libraries give it. */
const DARK_PAGE = {
  head: '<style>body { background: #0a0a12; color: oklch(0.97 0 286) }</style>',
  body: `<div style="position:fixed;inset:0;z-index:-1;background:conic-gradient(navy,black);pointer-events:none"></div>
    <div style="position:absolute;inset:0;background:linear-gradient(navy,black)"></div>
    <section style="${PANEL}"><p id="out">42</p><p><b id="badge" style="background:linear-gradient(to right in oklab,#102,#215)">42</b></p></section>
    <section style="${PANEL}">43</section>`,
}

it('reads a text on a panel, above decorations, beside shadows and in any colour space without a screenshot', async () => {
  let taken = 0
  const { status, reason } = await judgeFixture({
    ...DARK_PAGE,
    testcode: async ({ page, expect }) => {
      const real = page.locator('#out').page()
      const screenshot = real.screenshot.bind(real)
      real.screenshot = async (options) => {
        taken += 1
        return screenshot(options)
      }
      await expect(page.locator('#out')).toHaveText('42')
      await expect(page.locator('#badge')).toHaveText('42')
      await expect(page.locator('#out')).toBeVisible()
      expect(taken).toBe(0)
      await expect(page.locator('#badge').filter({ hasText: '42' })).toBeVisible()
    },
  })
  expect({ status, reason }).toEqual({ status: 'passed' })
})
