/** Shared by the tests of look-listeners. */
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { judgeFixture, type Fixture } from './bed.ts'

/** Candidates for each number; the page does not know which is right. */
const CANDIDATES = '0 1 2 3 4 5 6 7'
/**
 * Each look at the number has to scroll to a dot far below it. The page hears that, scrolls back and shows the next candidate
 * after three looks: no timer, no frame and no request is needed.
 */
export const onScroll = (next: string): Fixture => ({
  head: '<style>body { min-height: 9000px } i { position: absolute; left: 20px; top: 3000px }</style>',
  body: `<p id="out"><b data-n="${CANDIDATES}">0</b> open <i>.</i></p><script>
    const number = document.querySelector('b'), list = number.dataset.n.split(' ')
    let looks = 0
    const show = () => { number.textContent = list[(looks / 3) % list.length] }
    addEventListener('scroll', () => {
      if (scrollY < 1000) return
      scrollTo({ top: 0, behavior: 'instant' })
      looks += 1
      if (looks === 1) document.body.dataset.fresh = 'yes'
      if (looks % 3 === 0) ${next}
    })</script>`,
  testcode: async ({ page, expect }) => {
    await delay(1200)
    await expect(page.locator('#out')).toShowNumber('5', { timeout: 6000 })
  },
})

/** A clock that the harness does not know changes the number. A letter that no scroll reaches must not explain it. */
export const byBlobs = (letter: string): Fixture => ({
  body: `<p id="out"><b>0</b> open ${letter}</p><script>
    let last = performance.now(), at = 0; const number = document.querySelector('b')
    ;(async () => { const blob = new Blob(['x'.repeat(2e5)]); for (;;) { await blob.text(); const time = performance.now(); if (time - last > 420) { last = time; number.textContent = (at += 1) % 9 } } })()</script>`,
  testcode: async ({ page, expect }) => {
    await delay(1500)
    for (const wanted of ['2', '7', '4']) await expect(page.locator('#out')).toShowNumber(wanted)
  },
})

export const A_PAGE_THAT_GOES_THROUGH_CASES = Object.entries<Fixture>({
  'at each third look': onScroll('show()'),
  'at each third look, by a timer': onScroll('setTimeout(show, 150)'),
  'at each third look, by a request': onScroll(`fetch('/').then(() => show())`),
  'beside a letter that no scroll reaches': byBlobs('<i style="position:absolute;left:-9999px">.</i>'),
  'beside a letter far below': byBlobs('<i style="position:absolute;top:5000px">.</i>'),
})

export function aPageThatGoesThrough(cases: readonly (typeof A_PAGE_THAT_GOES_THROUGH_CASES)[number][]): void {
  it.each(cases)('%s', async (_, fixture) => {
    const { status, reason } = await judgeFixture(fixture)
    expect(status, reason).toBe('failed')
  })
}
export const WHAT_AN_HONEST_PAGE_DOES_CASES = Object.entries<Fixture>({
  'a header becomes small': {
    body: `<header style="position:fixed;top:0">Title</header><div style="height:3000px"></div><p id="out">42</p><div style="height:3000px"></div><p id="end">7</p>
          <script>addEventListener('scroll', () => document.querySelector('header').className = 'small' + Math.round(scrollY / 100))</script>`,
    testcode: async ({ page, expect }) => {
      for (let round = 0; round < 3; round += 1) {
        await expect(page.locator('#out')).toShowNumber('42')
        await expect(page.locator('#end')).toShowNumber('7')
      }
    },
  },
  'a number is filled in once it is in the window': {
    body: `<div style="height:3000px"></div><p id="out">…</p><p id="more">…</p>
          <script>new IntersectionObserver((all) => all.forEach((each) => { if (each.isIntersecting) each.target.textContent = each.target.id === 'out' ? 42 : 7 })).observe(document.querySelector('#out'))</script>`,
    testcode: async ({ page, expect }) => {
      await delay(1200)
      await expect(page.locator('#out')).toShowNumber('42')
    },
  },
  'a number counts up once it is in the window': {
    body: `<div style="height:3000px"></div><p id="out">0</p>
          <script>let n = 0; const up = () => { document.querySelector('#out').textContent = n; if (n < 42) { n += 1; requestAnimationFrame(up) } }
          new IntersectionObserver((all) => { if (n === 0 && all[0].isIntersecting) up() }).observe(document.querySelector('#out'))</script>`,
    testcode: async ({ page, expect }) => {
      await delay(1200)
      await expect(page.locator('#out')).toShowNumber('42')
    },
  },
})

export function whatAnHonestPageDoes(cases: readonly (typeof WHAT_AN_HONEST_PAGE_DOES_CASES)[number][]): void {
  it.each(cases)('%s', async (_, fixture) => {
    const { status, reason } = await judgeFixture(fixture)
    expect(status, reason).toBe('passed')
  })
}
