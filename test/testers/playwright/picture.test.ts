import { describe, expect, it } from 'vitest'
import { looksEqual } from '../../../harness/testers/playwright/picture.ts'

const picture = (pixels: readonly number[], width = 1) => ({ width, height: 1, pixels: Uint8Array.from(pixels) })

describe('looksEqual', () => {
  it('ignores differences below 16 levels, which smoothed edges have', () => {
    expect(looksEqual(picture([10, 20, 30, 255]), picture([25, 14, 30, 255]))).toBe(true)
  })

  it('tells other colours and sizes apart', () => {
    expect(looksEqual(picture([10, 20, 30, 255]), picture([26, 20, 30, 255]))).toBe(false)
    expect(looksEqual(picture([0, 0, 0, 0]), picture([0, 0, 0, 0], 2))).toBe(false)
  })
})
