import { describe, expect, it } from 'vitest'
import { contrastsIn } from '../../../harness/lib/parsing/contrast.ts'

/** A picture of grey pixels. */
const grey = (width: number, values: readonly number[]) => ({
  width,
  height: values.length / width,
  pixels: Buffer.from(values.flatMap((value) => [value, value, value, 255])),
})
const all = (width: number, height: number) => ({ x: 0, y: 0, width, height })

describe('contrastsIn', () => {
  it('is 21 between black and white, and 1 within one colour', () => {
    const picture = grey(4, [0, 255, 119, 119, 0, 255, 119, 119])
    expect(contrastsIn(picture, [{ x: 0, y: 0, width: 2, height: 2 }])[0]).toBeCloseTo(21, 1)
    expect(contrastsIn(picture, [{ x: 2, y: 0, width: 2, height: 2 }])).toEqual([1])
  })

  it('is exact enough for two dark colours', () => {
    // WCAG 2.2: #111111 on #0a0a0a
    const [found = 0] = contrastsIn(grey(2, [0x11, 0x0a]), [all(2, 1)])
    expect(found).toBeCloseTo((0.0056 + 0.05) / (0.003 + 0.05), 1)
  })

  it('ignores a stray pixel among two hundred', () => {
    const values = Array.from({ length: 400 }, (_, index) => (index === 7 ? 0 : 255))
    expect(contrastsIn(grey(20, values), [all(20, 20)])).toEqual([1])
    expect(contrastsIn(grey(20, values), [{ x: 0, y: 0, width: 10, height: 2 }])[0]).toBeCloseTo(21, 1)
  })

  it('looks at one pixel at least, and at none outside the picture', () => {
    const picture = grey(2, [0, 255])
    const far = { x: 900, y: -900, width: 1e9, height: 1e9 }
    expect(contrastsIn(picture, [{ x: -5, y: 0, width: 0, height: 0 }, far])).toEqual([1, 1])
  })
})
