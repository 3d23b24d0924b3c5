import type { MeanMeasure, Measures } from './data.ts'

/** Each measure over all trials that have it. Trials that were not measured are counted beside it, never as a number. */
export function meansOf(measures: Measures): MeanMeasure[] {
  const names = [...new Set(measures.map(({ name }) => name))]
  return names.map((name) => {
    const all = measures.filter((each) => each.name === name).map(({ measure }) => measure)
    const known = all.filter((measure) => measure.scored)
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
