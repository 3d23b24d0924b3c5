import type { Stream } from './stream.ts'
import type { Words } from './words.ts'

/** The sources of randomness of all draws. */
export interface Source {
  readonly words: Words
  /** The random numbers of one draw. */
  readonly stream: (kind: string, key: string) => Stream
  /** Records a drawn value as evidence, and returns it. */
  readonly noted: <T>(kind: string, key: string, value: T) => T
}
