/** Pages that notice looks, or try to: a look must neither tell them anything nor explain what they change. */
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect } from 'vitest'
import { part, sampled } from '../../part.ts'
import { closeBed, judgeFixture, type Fixture } from './bed.ts'

const it = sampled('testers/playwright/look-listeners', 2)

afterAll(closeBed)

/** Candidates for each number; the page does not know which is right. */
const CANDIDATES = '0 1 2 3 4 5 6 7'
/**
 * Each look at the number has to scroll to a dot far below it. The page hears that, scrolls back and shows the next candidate
 * after three looks: no timer, no frame and no request is needed.
 */
const onScroll = (next: string): Fixture => ({
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
const byBlobs = (letter: string): Fixture => ({
  body: `<p id="out"><b>0</b> open ${letter}</p><script>
    let last = performance.now(), at = 0; const number = document.querySelector('b')
    ;(async () => { const blob = new Blob(['x'.repeat(2e5)]); for (;;) { await blob.text(); const time = performance.now(); if (time - last > 420) { last = time; number.textContent = (at += 1) % 9 } } })()</script>`,
  testcode: async ({ page, expect }) => {
    await delay(1500)
    for (const wanted of ['2', '7', '4']) await expect(page.locator('#out')).toShowNumber(wanted)
  },
})

describe('a page that goes through numbers fails, whatever it makes a look scroll to', () => {
  it.each(
    part(
      'numbers',
      4,
      Object.entries<Fixture>({
        'at each third look': onScroll('show()'),
        'at each third look, by a timer': onScroll('setTimeout(show, 150)'),
        'at each third look, by a request': onScroll(`fetch('/').then(() => show())`),
        'beside a letter that no scroll reaches': byBlobs('<i style="position:absolute;left:-9999px">.</i>'),
        'beside a letter far below': byBlobs('<i style="position:absolute;top:5000px">.</i>'),
      }),
    ),
  )('%s', { timeout: 60_000 }, async (_, fixture) => {
    const { status, reason } = await judgeFixture(fixture)
    expect(status, reason).toBe('failed')
  })
})

describe('what an honest page does when it is scrolled', () => {
  it.each(
    Object.entries<Fixture>({
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
    }),
  )('%s', { timeout: 60_000 }, async (_, fixture) => {
    const { status, reason } = await judgeFixture(fixture)
    expect(status, reason).toBe('passed')
  })
})

describe('a server', () => {
  const IN = ['hidden', 'auto', 'nested']
  it('hears no look at another element', { timeout: 60_000 }, async () => {
    const heard: string[] = []
    const paths = Object.fromEntries(
      IN.map((name): [string, NonNullable<Fixture['paths']>[string]] => [
        `/in-${name}`,
        (_, response) => {
          heard.push(name)
          response.writeHead(200, { 'content-type': 'image/gif', 'cache-control': 'no-store' }).end()
        },
      ]),
    )
    const { status, reason } = await judgeFixture({
      paths,
      head: `<style>#hidden { content-visibility: hidden } #auto { content-visibility: auto; position: absolute; top: 9000px }
        ${IN.map((name) => `#${name} b { background-image: url(/in-${name}) }`).join(' ')}</style>`,
      body: `<p id="out">42 <button>Delete</button></p><div id="hidden"><b>7</b> <button>Delete</button></div><div id="auto"><b>9</b></div>
        <section style="content-visibility:hidden"><div id="nested"><b>42 <button>Delete</button></b></div></section>`,
      testcode: async ({ page, expect, rows }) => {
        await delay(800)
        heard.length = 0
        await expect(page.locator('#out')).toShowNumber('42')
        await expect(page.locator('#out')).toBeVisible()
        await expect(rows(['42'], /Delete/)).toHaveCount(1)
        await delay(500)
      },
    })
    expect(status, reason).toBe('passed')
    expect(heard).toEqual([])
  })

  it('takes no look for an act of a user, but a click', async () => {
    const { status, reason } = await judgeFixture({
      body: `<button>Go</button><p id="out">untouched</p><script>
        setInterval(() => { if (navigator.userActivation.hasBeenActive) document.querySelector('#out').textContent = 'touched' }, 20)
      </script>`,
      testcode: async ({ page, expect, read }) => {
        await expect(page.locator('#out')).toHaveText('untouched')
        await expect(page.getByRole('button')).toBeVisible()
        expect(await page.locator('#out').evaluate((element) => element.textContent)).toBe('untouched')
        await delay(200)
        expect(await read(page.locator('#out'))).toBe('untouched')
        await page.getByRole('button').click()
        await expect(page.locator('#out')).toHaveText('touched')
      },
    })
    expect(status, reason).toBe('passed')
  })
})
