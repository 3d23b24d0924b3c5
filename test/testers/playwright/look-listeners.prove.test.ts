/** Pages that notice looks, or try to: a look must neither tell them anything nor explain what they change. */
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Fixture, judgeFixture } from './bed.ts'
import {
  A_PAGE_THAT_GOES_THROUGH_CASES,
  WHAT_AN_HONEST_PAGE_DOES_CASES,
  aPageThatGoesThrough,
  whatAnHonestPageDoes,
} from './look-listeners-cases.ts'

describe('a page that goes through numbers fails, whatever it makes a look scroll to', () => {
  aPageThatGoesThrough(A_PAGE_THAT_GOES_THROUGH_CASES)
})

describe('what an honest page does when it is scrolled', () => {
  whatAnHonestPageDoes(WHAT_AN_HONEST_PAGE_DOES_CASES)
})

const IN = ['hidden', 'auto', 'nested']

describe('a server', () => {
  it('hears no look at another element', async () => {
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
})

describe('a page', () => {
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
