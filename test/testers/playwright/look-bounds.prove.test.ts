/** The other cases of look-bounds.integration.test.ts. */
import { afterAll, describe, expect, it } from 'vitest'
import { closeBed } from './bed.ts'
import { LONGEST_BLOCK, blockedBy, shows42, WINDOW } from './look-bounds-cases.ts'

afterAll(closeBed)

describe('a look does not keep the thread busy', () => {
  it('of letters that are as large as the window', { timeout: 120_000 }, async () => {
    const letters = Array.from(
      { length: 12 },
      (_, n) => `<b style="position:absolute;left:${String(n * 4)}px;top:-300px;font:1200px/1400px monospace">w</b>`,
    ).join('')
    const { status, reason, longest } = await blockedBy({
      head: '<style>b { pointer-events: none; display: block; width: 1000px; overflow: hidden }</style>',
      body: `<div style="${WINDOW}"><p id="out" style="pointer-events:none">${letters}</p></div>`,
      testcode: shows42,
    })
    expect(status, reason).toBe('failed')
    expect(longest).toBeLessThan(LONGEST_BLOCK)
  })
})
