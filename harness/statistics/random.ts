/** Uniform numbers in [0, 1), the same for the same seed on every machine. */
export type Random = () => number

/**
 * xoshiro128** 1.1 (Blackman and Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 47, 2021), its state
 * filled by splitmix32 as its authors advise. Not for secrets.
 * @param seed Any integer; only its lowest 32 bits count
 */
export function seededRandom(seed: number): Random {
  const fill = splitmix32(seed)
  let [a, b, c, d] = [fill(), fill(), fill(), fill()]
  return () => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0
    const t = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    d = rotate(d, 11)
    return result / 2 ** 32
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
