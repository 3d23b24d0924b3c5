import fc from 'fast-check'

/** Code points between U+D800 and U+DFFF are halves of pairs. */
const HALVES = { from: 0xd800, count: 0x800 }

/**
 * A unit of texts: any code point but halves of pairs. The same as fast-check's unit "binary", which fills a table of a million entries
 * once in each process (6 s).
 */
export const CODE_POINT = fc.nat({ max: 0x10ffff - HALVES.count }).map(
  (index) => String.fromCodePoint(index < HALVES.from ? index : index + HALVES.count),
  (text) => {
    const point = typeof text === 'string' && Array.from(text).length === 1 ? (text.codePointAt(0) ?? 0) : NaN
    if (Number.isNaN(point) || (point >= HALVES.from && point < HALVES.from + HALVES.count))
      throw new Error('this is no code point')
    return point < HALVES.from ? point : point - HALVES.count
  },
)
