/** Returns uniform numbers in [0, 1). */
export type Random = () => number

/**
 * A generator that gives the same numbers for a seed on every machine: xoshiro128**, seeded by splitmix32 as its authors
 * recommend. Not for secrets.
 * @param seed Any integer; only its lowest 32 bits are used
 */
export function seededRandom(seed: number): Random {
  const fill = splitmix32(seed)
  const next = xoshiro128([fill(), fill(), fill(), fill()])
  return () => next() / 2 ** 32
}

/**
 * xoshiro128** 1.1 (Blackman and Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 47, 2021).
 * @param state Four 32-bit integers, not all 0
 * @returns Whole numbers below 2³²
 */
export function xoshiro128([a, b, c, d]: [number, number, number, number]): () => number {
  return () => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = rotate(d, 11)
    return result
  }
}

function rotate(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by))
}

function splitmix32(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    return mixed ^ (mixed >>> 15)
  }
}
