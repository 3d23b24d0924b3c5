import fc from 'fast-check'
import qrcode from 'qrcode-generator'
import { afterAll, describe, expect, it } from 'vitest'
import { ExpectationNotMet } from '../../../harness/errors.ts'
import { closeParsers, readQrCode } from '../../../harness/lib/parsing/produced.ts'
import { findQrCode } from '../../../harness/lib/parsing/qr-code.ts'
import type { Picture } from '../../../harness/contracts/types.ts'
import { pngOf } from './pictures.ts'
import { CODE_POINT } from '../../code-points.ts'

afterAll(closeParsers)

const BLACK = [0, 0, 0, 255]
const WHITE = [255, 255, 255, 255]
const CLEAR = [0, 0, 0, 0]
/** Light modules around a code (quiet zone); ISO/IEC 18004. */
const MARGIN = 4

qrcode.stringToBytes = (text) => [...Buffer.from(text, 'utf8')]

interface Drawing {
  readonly level?: 'L' | 'M' | 'Q' | 'H'
  readonly size?: number
  readonly dark?: readonly number[]
  readonly light?: readonly number[]
}

/** A picture of a code. Its modules are scaled to the size, even if that is not a whole number of pixels per module. */
function draw(text: string, { level = 'M', size = 400, dark = BLACK, light = WHITE }: Drawing = {}): Picture {
  const code = qrcode(0, level)
  code.addData(text)
  code.make()
  const modules = code.getModuleCount()
  const module = (pixel: number) => Math.floor((pixel * (modules + 2 * MARGIN)) / size) - MARGIN
  const isDark = (x: number, y: number) => x >= 0 && y >= 0 && x < modules && y < modules && code.isDark(y, x)
  const colours = Array.from({ length: size * size }, (_, at) =>
    isDark(module(at % size), module(Math.floor(at / size))) ? dark : light,
  )
  return { width: size, height: size, pixels: Uint8Array.from(colours.flat()) }
}

describe('a QR code in a picture', () => {
  it('gives its text, at every error correction level', () => {
    const level = fc.constantFrom('L', 'M', 'Q', 'H')
    const text = fc
      .string({ unit: CODE_POINT, minLength: 1, maxLength: 30 })
      .filter((value) => !/\p{Surrogate}/u.test(value))
    fc.assert(
      fc.property(text, level, (value, chosen) => {
        expect(findQrCode(draw(value, { level: chosen, size: 280 }))?.text).toBe(value)
      }),
      { numRuns: 15 },
    )
  })

  it('gives its version', () => {
    const text = 'a'.repeat(100)
    expect(findQrCode(draw(text, { level: 'L' }))?.version).toBe(5)
    expect(findQrCode(draw(text, { level: 'H' }))?.version).toBe(10)
  })

  it('is found on a transparent background, but not light on dark', () => {
    expect(findQrCode(draw('seen', { light: CLEAR }))?.text).toBe('seen')
    expect(findQrCode(draw('unseen', { dark: WHITE, light: BLACK }))).toBeUndefined()
  })

  it('is found despite lines between its modules', () => {
    const drawn = draw('A', { level: 'L' })
    const pixels = drawn.pixels.map((value, at) => {
      const [x, y] = [(at >> 2) % drawn.width, Math.floor((at >> 2) / drawn.width)]
      return at % 4 < 3 && value === 0 && (x % 14 === 0 || y % 14 === 0) ? 120 : value
    })
    expect(findQrCode({ ...drawn, pixels })?.text).toBe('A')
  })

  it('is read from a PNG through the parser process', async () => {
    expect(await readQrCode('code.png', pngOf(draw('Grüße, 東京!')))).toEqual({ text: 'Grüße, 東京!', version: 2 })
  })

  it('is undefined for a picture without one, and an error for a file that is not a picture', async () => {
    const blank: Picture = { width: 60, height: 40, pixels: new Uint8Array(60 * 40 * 4).fill(200) }
    expect(await readQrCode('blank.png', pngOf(blank))).toBeUndefined()
    expect(findQrCode({ width: 1, height: 1, pixels: new Uint8Array(4) })).toBeUndefined()
    await expect(readQrCode('code.png', Buffer.from('no picture'))).rejects.toThrow(ExpectationNotMet)
  })
})
