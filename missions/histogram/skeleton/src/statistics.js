/**
 * Computes the arithmetic mean.
 * @param {number[]} numbers At least one.
 * @returns {number}
 */
export function mean(numbers) {
  // Computes the arithmetic mean.
}

/**
 * Computes the median: the number in the middle, or the mean of the two in the middle.
 * @param {number[]} numbers At least one.
 * @returns {number}
 */
export function median(numbers) {
  // Computes the median: the number in the middle, or the mean of the two in the middle.
}
