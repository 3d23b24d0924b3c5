/** The other cases of stillness-strange.integration.test.ts. */
import { describe, expect, it } from 'vitest'
import { judgeFixture } from './bed.ts'
import { A_PAGE_THAT_CHANGES_OUTSIDE_CASES, aPageThatChangesOutside } from './stillness-strange-cases.ts'

describe('a page that changes outside of the tree fails', () => {
  aPageThatChangesOutside(A_PAGE_THAT_CHANGES_OUTSIDE_CASES)
})

describe('a page that reads its own stack', () => {
  it('gets its own errors back unchanged', async () => {
    const { status, reason } = await judgeFixture({
      body: `<p id="told"></p><script>const own = Object.freeze(new Error('mine')); let got
        try { setTimeout(() => 0, { valueOf() { throw own } }) } catch (error) { got = error }
        document.querySelector('#told').textContent = got === own ? 'the same' : String(got)</script>`,
      testcode: async ({ page, expect }) => {
        await expect(page.locator('#told')).toHaveText('the same')
      },
    })
    expect(status, reason).toBe('passed')
  })
})
