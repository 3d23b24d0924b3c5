/** Decimals of a published score. */
const DECIMALS = 3

/** Rounds as the published scores are rounded. */
export function roundPublished(value: number): number {
  return roundHalfEven(value, DECIMALS)
}

/** Rounds halves to the even digit, by the exact value of the number, as Python's `round` does. */
export function roundHalfEven(value: number, decimals: number): number {
  const scale = 10 ** decimals
  const below = Math.floor(value * scale)
  // A double is exactly halfway only if it is a multiple of 2 ** -(decimals + 1).
  const isHalf = Number.isInteger(value * 2 ** (decimals + 1)) && value * scale - below === 0.5
  if (isHalf) return (below % 2 === 0 ? below : below + 1) / scale
  return Number(value.toFixed(decimals))
}
