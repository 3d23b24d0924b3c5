/** A generator of numbers in [0, 1), the same on every machine (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** An approximately normal number with mean 0 and standard deviation 1: the sum of twelve uniform numbers minus 6. */
export function noise(random: () => number): number {
  return Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, -6)
}
