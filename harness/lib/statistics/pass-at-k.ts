/**
 * Probability that at least one of k samples passes, unbiased: 1 − C(n−c, k) / C(n, k) (Chen et al., "Evaluating large
 * language models trained on code", arXiv:2107.03374, 2021).
 * @param samples n, the number of judged samples
 * @param passed c, how many of them passed
 * @returns null if fewer than k samples were judged
 */
export function passAtK(samples: number, passed: number, k: number): number | null {
  const noneOf = allOf(samples, samples - passed, k)
  return noneOf === null ? null : 1 - noneOf
}

/**
 * Probability that all of k samples pass ("pass^k"), unbiased: C(c, k) / C(n, k) (Yao et al., "τ-bench",
 * arXiv:2406.12045, 2024).
 * @returns null if fewer than k samples were judged
 */
export function passAllK(samples: number, passed: number, k: number): number | null {
  return allOf(samples, passed, k)
}

/** C(c, k) / C(n, k), factor by factor to avoid overflow. */
function allOf(samples: number, chosen: number, k: number): number | null {
  if (!Number.isInteger(k) || k < 1) throw new RangeError(`k must be a whole number of at least 1, not ${k}`)
  if (!(chosen >= 0 && chosen <= samples))
    throw new RangeError(`the number of samples must be from 0 to ${samples}, not ${chosen}`)
  if (k > samples) return null
  let product = 1
  for (let index = 0; index < k && product > 0; index += 1) product *= Math.max(0, chosen - index) / (samples - index)
  return product
}
