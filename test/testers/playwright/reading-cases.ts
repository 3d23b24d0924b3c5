/** Shared by the tests of reading. */
import { expect, it } from 'vitest'
import { judgeFixture } from './bed.ts'

export const THAT_EXPECTS_A_TEXT_OF_CASES = [
  [2500, 'passed', undefined],
  // Each letter has to be looked at, and nobody reads that many.
  [2501, 'failed', expect.stringContaining('it has too many letters, spaces or nested elements to be read') as string],
  [20_000, 'failed', expect.stringContaining('it has more than 5000 characters') as string],
] as const

export function thatExpectsATextOf(cases: readonly (typeof THAT_EXPECTS_A_TEXT_OF_CASES)[number][]): void {
  it.each(cases)('that expects a text of %i letters', async (length, status, reason) => {
    const text = 'lorem '.repeat(4000).slice(0, length - 1) + '.'
    const judgement = await judgeFixture({
      body: `<p id="text">${text}</p>`,
      testcode: async ({ page, expect }) => expect(page.locator('#text')).toHaveText(text),
    })
    expect({ status: judgement.status, reason: judgement.reason }).toEqual({ status, reason })
  })
}
