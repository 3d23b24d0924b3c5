/**
 * Corrects p values for multiple comparisons (Holm, "A simple sequentially rejective multiple test procedure",
 * Scand. J. Statistics 6, 1979). Keeps their order.
 */
export function holm(values: readonly number[]): number[] {
  const corrected = new Array<number>(values.length).fill(1)
  const order = values.map((_, index) => index).toSorted((a, b) => (values[a] ?? 1) - (values[b] ?? 1))
  let largest = 0
  for (const [rank, index] of order.entries()) {
    largest = Math.max(largest, Math.min(1, (values[index] ?? 1) * (values.length - rank)))
    corrected[index] = largest
  }
  return corrected
}
