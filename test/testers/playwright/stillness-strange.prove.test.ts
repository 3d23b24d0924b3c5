/** Pages that change outside of the tree, driven by clocks that are hard to detect. None of them passes. */
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

describe('a page that reads its own stack', () => {
  it('finds no object of the harness', async () => {
    const { status, reason } = await judgeFixture({
      body: `<p id="told"></p><script>const told = []; Error.prepareStackTrace = (_, stack) => stack
        const delay = { valueOf: () => take() }, mine = [window, undefined, null, delay]
        function take() { for (const each of new Error('x').stack) told.push(each.getThis(), each.getFunction()); return 1 }
        mine.push(take, delay.valueOf)
        setTimeout(() => 0, delay)
        document.querySelector('#told').textContent = told.length > 2 && told.every((each) => mine.includes(each)) ? 'nothing' : 'something'</script>`,
      testcode: async ({ page, expect }) => {
        await expect(page.locator('#told')).toHaveText('nothing')
      },
    })
    expect(status, reason).toBe('passed')
  })
})
