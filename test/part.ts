/**
 * Long tables of cases: `npm test` runs a part of each, the same in every run, and `npm run prove -- tests` runs them all.
 * The scripts find the files with such tables by their import of this module.
 */
import { createHash } from 'node:crypto'
import { it } from 'vitest'
import { everything } from './cases.ts'

export { everything, part } from './cases.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Tests that this one stands for, and that `npm run prove -- tests` runs. */
    left?: number
  }
}

/**
 * The `it` of a file with long tests: `npm test` runs every `share`-th test of the file, the same ones each time, and counts the others as
 * left to `npm run prove -- tests`. Each case of `it.each` counts as a test. The name of the file decides which test is the first.
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
