/** The other cases of reading.integration.test.ts. */
import { describe, expect, it } from 'vitest'
import type { WebsiteFixtures } from '../../../harness/contracts/types.ts'
import { longestBlock } from '../../processor.ts'
import { judgeFixture } from './bed.ts'
import { REFUSED, THAT_EXPECTS_A_TEXT_OF_CASES, cannotRead, thatExpectsATextOf } from './reading-cases.ts'

describe('a testcode', () => {
  it('reads texts up to the bound; reads of the harness itself are not bounded', async () => {
    const { status, reason, evidence } = await judgeFixture({
      body: `<p id="text"></p><script>document.querySelector('#text').textContent = 'x'.repeat(20000)</script>`,
      testcode: async ({ page, expect }) => {
        expect((await page.locator('#text').innerText()).length).toBe(20_000)
      },
    })
    expect({ status, reason, evidence }).toEqual({ status: 'passed', reason: undefined, evidence: {} })
  })

  cannotRead(REFUSED)

  thatExpectsATextOf(THAT_EXPECTS_A_TEXT_OF_CASES)

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
