/**
 * Computes the arithmetic mean.
 * @param {number[]} numbers At least one.
 * @returns {number}
 */
export function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

/**
 * Computes the median: the number in the middle, or the mean of the two in the middle.
 * @param {number[]} numbers At least one.
 * @returns {number}
 */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
