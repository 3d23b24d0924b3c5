import { buddyCalls } from './buddy.ts'

/** An input that is drawn for each run, and what a right program prints for it. */
export interface Drawn {
  readonly input: string
  readonly output: string
}

/** By name, as plans refer to them. */
export const drawings = { buddy: buddyCalls } as const satisfies Record<string, (seed: string) => Drawn>
