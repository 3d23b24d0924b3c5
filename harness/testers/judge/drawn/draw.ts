import { createHash } from 'node:crypto'

/** An input that is drawn for each run, and what a right program prints for it. */
export interface Drawn {
  readonly input: string
  readonly output: string
}

/** The same numbers for the same seed, which a project cannot know. */
export function numbersFrom(seed: string): (below: number) => number {
  const stream = createHash('sha256').update(`buddy ${seed}`).digest()
  let state = stream.readUInt32BE(0)
  // A linear congruential generator; constants of Numerical Recipes.
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
