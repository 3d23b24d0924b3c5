/**
 * Long tables of cases: `npm test` runs a part of each, the same in every run, and `npm run prove:tests` runs them all.
 * The scripts find the files with such tables by their import of this module.
 */
import { createHash } from 'node:crypto'
import { it } from 'vitest'
import { seeded } from './random.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Tests that this one stands for, and that `npm run prove:tests` runs. */
    left?: number
  }
}

/** True in `npm run prove:tests`. */
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

/**
 * The `it` of a file with long tests: `npm test` runs every `share`-th test of the file, the same ones each time, and counts the others as
 * left to `npm run prove:tests`. Each case of `it.each` counts as a test. The name of the file decides which test is the first.
 */
export function sampled(file: string, share: number): typeof it {
  if (everything) return it
  let number = createHash('sha256').update(file).digest().readUInt32LE() % share
  const isDrawn = (): boolean => number++ % share === 0
  const test = (title: string, ...rest: unknown[]): void => {
    if (isDrawn()) (it as (title: string, ...rest: unknown[]) => void)(title, ...rest)
    else it.skip(title, { meta: { left: 1 } })
  }
  const each =
    (cases: readonly unknown[]) =>
    (title: string, ...rest: unknown[]): void => {
      const drawn = cases.filter(isDrawn)
      const left = cases.length - drawn.length
      if (drawn.length > 0) (it.each(drawn) as (title: string, ...rest: unknown[]) => void)(title, ...rest)
      if (left > 0) it.skip(`${String(left)} cases of ${title}`, { meta: { left } })
    }
  const where = (holds: boolean) => (holds ? sample : it.skip)
  const sample = Object.assign(test, {
    each,
    skipIf: (condition: unknown) => where(!condition),
    runIf: (condition: unknown) => where(Boolean(condition)),
  }) as unknown as typeof it
  return sample
}
