/** Decimals of a published score. */
const DECIMALS = 3

/** As the published scores are rounded. */
export function roundPublished(value: number): number {
  return roundHalfEven(value, DECIMALS)
}

/** Halves go to the even digit, as with Python's `round`, which looks at the exact value of a number. */
export function roundHalfEven(value: number, decimals: number): number {
  const scale = 10 ** decimals
  const below = Math.floor(value * scale)
  // A half of a decimal place is a whole number of halves of a power of two, or no double has it exactly.
  const isHalf = Number.isInteger(value * 2 ** (decimals + 1)) && value * scale - below === 0.5
  if (isHalf) return (below % 2 === 0 ? below : below + 1) / scale
  return Number(value.toFixed(decimals))
}
