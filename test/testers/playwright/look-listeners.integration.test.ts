/** Pages that notice looks, or try to: a look must neither tell them anything nor explain what they change. */
import { casesNamed } from '../../helpers.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { judgeFixture } from './bed.ts'
import {
  A_PAGE_THAT_GOES_THROUGH_CASES,
  aPageThatGoesThrough,
  WHAT_AN_HONEST_PAGE_DOES_CASES,
  whatAnHonestPageDoes,
} from './look-listeners-cases.ts'

describe('a page that goes through numbers fails, whatever it makes a look scroll to', () => {
  aPageThatGoesThrough(casesNamed(A_PAGE_THAT_GOES_THROUGH_CASES, 'at each third look'))
})

describe('what an honest page does when it is scrolled', () => {
  whatAnHonestPageDoes(casesNamed(WHAT_AN_HONEST_PAGE_DOES_CASES, 'a header becomes small'))
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
