import type { MeanMeasure, Measures } from './data.ts'

/**
 * Each measure over all trials that have it. Trials that were not measured are counted beside it, never as a number.
 * @param trials The measures of each trial, none if there are none
 */
export function meansOf(trials: readonly Measures[]): MeanMeasure[] {
  const names = [...new Set(trials.flat().map(({ name }) => name))]
  return names.map((name) => {
    const all = trials.map((measures) => measures.find((each) => each.name === name)?.measure)
    const known = all.filter((measure) => measure?.scored === true)
    const [first] = known
    return {
      name,
      ...(first?.unit === undefined ? {} : { unit: first.unit }),
      ...(first?.better === undefined ? {} : { better: first.better }),
      ...(first === undefined ? {} : { mean: known.reduce((sum, { value }) => sum + value, 0) / known.length }),
      known: known.length,
      unknown: all.length - known.length,
    }
  })
}
