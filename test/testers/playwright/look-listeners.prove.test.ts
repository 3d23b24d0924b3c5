/** The other cases of look-listeners.integration.test.ts. */
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { judgeFixture, type Fixture } from './bed.ts'
import {
  A_PAGE_THAT_GOES_THROUGH_CASES,
  aPageThatGoesThrough,
  WHAT_AN_HONEST_PAGE_DOES_CASES,
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
})
