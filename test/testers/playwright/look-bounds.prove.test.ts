/** Pages that want a look to take long. All trials share one thread, so no look may keep it busy. */
import { describe, expect, it } from 'vitest'
import { judgeFixture } from './bed.ts'
import { LONGEST_BLOCK, WINDOW, blockedBy, shows42 } from './look-bounds-cases.ts'

describe('a look does not keep the thread busy', () => {
  it('of letters that are as large as the window', async () => {
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

describe('a text with large letters and many words is read', () => {
  it('on a picture, where only pixels can tell', async () => {
    const words = Array.from({ length: 40 }, (_, n) => `word${String.fromCharCode(97 + (n % 26))}`).join(' ')
    const { status, reason } = await judgeFixture({
      body: `<div style="background:linear-gradient(#fff,#dde)"><h1 style="font-size:160px;margin:0">42 kg</h1><p id="out">${words} 42</p></div>`,
      testcode: async ({ page, expect }) => {
        await expect(page.locator('h1')).toShowNumber('42')
        await expect(page.locator('#out')).toContainText('wordz worda')
      },
    })
    expect(status, reason).toBe('passed')
  })
})

const LEFT = (n: number) => `left:${String((n % 60) * 8)}px;top:${String(Math.floor(n / 60) * 9)}px`

describe('a look does not keep the thread busy', () => {
  it('of words whose letters are on two lines, far apart', async () => {
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
