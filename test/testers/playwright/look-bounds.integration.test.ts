/** Pages that want a look to take long. All trials share one thread, so no look may keep it busy. */
import { describe, expect, it } from 'vitest'
import { LONGEST_BLOCK, blockedBy, shows42, WINDOW } from './look-bounds-cases.ts'

const LEFT = (n: number) => `left:${String((n % 60) * 8)}px;top:${String(Math.floor(n / 60) * 9)}px`

describe('a look does not keep the thread busy', () => {
  it('of words whose letters are on two lines, far apart', { timeout: 120_000 }, async () => {
    const words = Array.from({ length: 300 }, (_, n) => `<span style="${LEFT(n)}">ab</span>`).join('')
    const { status, longest } = await blockedBy({
      head: `<style>body{margin:0} #out span{position:absolute;width:760px;height:1160px;margin-top:-286px;font:7px/580px monospace;word-break:break-all;text-indent:755px}</style>`,
      body: `<div id="out" style="${WINDOW}">${words}</div>`,
      testcode: shows42,
    })
    expect(status).toBe('failed')
    expect(longest).toBeLessThan(LONGEST_BLOCK)
  })
})
