/** The part of a table of cases that `npm test` runs. It depends on no test runner. */
import { createHash } from 'node:crypto'
import { seeded } from './random.ts'

/** True in `npm run prove -- tests`. */
export const everything = process.env['PE_TEST_EVERYTHING'] === '1'

/**
 * One in `share` of the cases, at least one, in their order; all of them if everything runs. The name of the table is the seed,
 * so that tables with the same cases get different parts.
 */
export function part<T>(table: string, share: number, cases: readonly T[]): readonly T[] {
  if (everything) return cases
  const random = seeded(createHash('sha256').update(table).digest().readUInt32LE())
  const drawn = cases
    .map((_, index) => ({ index, draw: random() }))
    .toSorted((a, b) => a.draw - b.draw)
    .slice(0, Math.ceil(cases.length / share))
  const chosen = new Set(drawn.map(({ index }) => index))
  return cases.filter((_, index) => chosen.has(index))
}
