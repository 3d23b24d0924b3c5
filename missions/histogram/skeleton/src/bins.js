/** @typedef {{ from: number, to: number, count: number }} Bin */

/** How far the bins reach to both sides of the only number that there is. */
const HALF_WIDTH = 0.5

/**
 * Counts numbers in bins of equal width from the least to the greatest. A bin holds its lower edge and not its upper
 * one; the last bin holds both.
 * @param {number[]} numbers At least one.
 * @param {number} count How many bins.
 * @returns {Bin[]}
 */
export function countInBins(numbers, count) {
  // Counts numbers in bins of equal width from the least to the greatest.
}

/**
 * Finds the edges of the bins.
 * @param {number[]} numbers
 * @param {number} count
 * @returns {number[]} One more than there are bins.
 */
function edgesOf(numbers, count) {
  // Finds the edges of the bins. Returns one more than there are bins.
}

/**
 * Finds the bin that a number belongs to, by its edges themselves, so that table and counts agree.
 * @param {number} number
 * @param {number[]} edges
 * @returns {number}
 */
function binOf(number, edges) {
  // Finds the bin that a number belongs to, by its edges themselves, so that table and counts agree.
}
