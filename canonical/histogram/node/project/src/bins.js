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
  const edges = edgesOf(numbers, count)
  const counts = new Array(count).fill(0)
  for (const number of numbers) counts[binOf(number, edges)] += 1
  return counts.map((value, bin) => ({ from: edges[bin], to: edges[bin + 1], count: value }))
}

/**
 * Finds the edges of the bins.
 * @param {number[]} numbers
 * @param {number} count
 * @returns {number[]} One more than there are bins.
 */
function edgesOf(numbers, count) {
  const least = numbers.reduce((a, b) => Math.min(a, b))
  const greatest = numbers.reduce((a, b) => Math.max(a, b))
  const [from, to] = least === greatest ? [least - HALF_WIDTH, greatest + HALF_WIDTH] : [least, greatest]
  const inner = Array.from({ length: count - 1 }, (_, index) => from + ((index + 1) * (to - from)) / count)
  return [from, ...inner, to]
}

/**
 * Finds the bin that a number belongs to, by its edges themselves, so that table and counts agree.
 * @param {number} number
 * @param {number[]} edges
 * @returns {number}
 */
function binOf(number, edges) {
  let [low, high] = [0, edges.length - 2]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (number >= edges[middle]) low = middle
    else high = middle - 1
  }
  return low
}
