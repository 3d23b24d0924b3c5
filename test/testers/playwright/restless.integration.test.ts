/** One page of each class: honest pages that never rest pass, and pages that show one candidate after another fail. */
import { expect as library, type Locator, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { Pictures } from '../../../harness/testers/playwright/picture.ts'
import { pngOf } from '../../lib/parsing/pictures.ts'
import { judgeFixture, judgeFixtures, type Fixture } from './bed.ts'
import { HONEST_PAGES } from './restless-pages.ts'

const WORDS = ['Thin', 'Normal', 'Heavy', 'Obese']
/** Shows words one at a time, the first for so long that the first look sees it on a busy machine, too. */
const showing = (show: string, wanted: string): Fixture => ({
  head: '<style>#out span { position: absolute; opacity: 0 } #out span.on { opacity: 1 }</style>',
  body: `<button id="go">Go</button><p id="out">${WORDS.map((word) => `<span>${word}</span>`).join('')}</p><script>
    const all = [...document.querySelectorAll('#out span')], show = (at) => { ${show} }
    document.querySelector('#go').onclick = () => {
      show(0)
      for (const [at, time] of [3000, 4000, 5000].entries()) setTimeout(() => show(at + 1), time)
    }</script>`,
  testcode: async ({ page, expect }) => {
    await page.locator('#go').click()
    await expect(page.locator('#out')).toHaveText(new RegExp(wanted), { useInnerText: true, timeout: 9000 })
  },
})

describe('pages that never rest', () => {
  it('pass if they are honest, one of each class', { timeout: 300_000 }, async () => {
    const fixtures = Object.values(HONEST_PAGES).flatMap((pages) => Object.entries(pages).slice(0, 1))
    const judged = await judgeFixtures(fixtures.map(([, fixture]) => fixture))
    expect(judged.map(({ status, reason }, at) => `${fixtures[at]?.[0] ?? ''}: ${reason ?? status}`)).toEqual(
      fixtures.map(([name]) => `${name}: passed`),
    )
  })

  // After the others: the first look of a cold browser may take longer than a word is shown.
  it.each<[string, Fixture]>([
    [
      'shown by style alone',
      showing(`all.forEach((each, index) => each.classList.toggle('on', index === at))`, 'Obese'),
    ],
    [
      'written, at rest at the last',
      showing(`document.querySelector('#out').textContent = all[at].textContent`, 'Obese'),
    ],
  ])('fail if they show words one after another: %s', { timeout: 120_000 }, async (_, fixture) => {
    const { status, reason } = await judgeFixture(fixture)
    expect(status, reason).toBe('failed')
  })
})

it('waits only once in a trial for a picture that endless animations keep changing', { timeout: 60_000 }, async () => {
  const asked: string[] = []
  const element = {
    screenshot: ({ animations }: { readonly animations: string }) => {
      asked.push(animations)
      const level = animations === 'allow' ? (asked.length % 2) * 200 : 100
      return Promise.resolve(pngOf({ width: 1, height: 1, pixels: Uint8Array.from([level, level, level, 255]) }))
    },
    toString: () => "locator('#chart')",
  } as unknown as Locator
  const page = { mouse: { move: () => Promise.resolve() } } as unknown as Page
  const pictures = new Pictures()
  const first = await pictures.take(page, element, library.configure({ timeout: 600 }))
  const looks = asked.length
  expect(await pictures.take(page, element, library.configure({ timeout: 600 }))).toBe(first)
  expect(asked.slice(looks)).not.toContain('allow')
})
