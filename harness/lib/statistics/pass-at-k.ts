/**
 * Probability that at least one of k samples passes, unbiased: 1 − C(n−c, k) / C(n, k) (Chen et al., "Evaluating large
 * language models trained on code", arXiv:2107.03374, 2021).
 * @param samples n, those that were judged
 * @param passed c of them
 * @returns null where fewer than k were judged: nothing is known of k of them
 */
export function passAtK(samples: number, passed: number, k: number): number | null {
  const none = allOf(samples, samples - passed, k)
  return none === null ? null : 1 - none
}

/**
 * Probability that all of k samples pass ("pass^k"), unbiased: C(c, k) / C(n, k) (Yao et al., "τ-bench",
 * arXiv:2406.12045, 2024).
 * @returns null where fewer than k were judged
 */
export function passAllK(samples: number, passed: number, k: number): number | null {
  return allOf(samples, passed, k)
}

/** C(c, k) / C(n, k), one factor at a time so that nothing overflows. */
function allOf(samples: number, chosen: number, k: number): number | null {
  if (!Number.isInteger(k) || k < 1) throw new RangeError(`k is a whole number from 1, not ${k}`)
  if (!(chosen >= 0 && chosen <= samples)) throw new RangeError(`${chosen} of ${samples} samples is no count`)
  if (k > samples) return null
  let product = 1
  for (let index = 0; index < k && product > 0; index += 1) product *= Math.max(0, chosen - index) / (samples - index)
  return product
}
