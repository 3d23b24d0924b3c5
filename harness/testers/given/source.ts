import type { Stream } from './stream.ts'
import type { Words } from './words.ts'

/** What draws are made from. */
export interface Source {
  readonly words: Words
  /** The numbers of one draw. */
  readonly stream: (kind: string, key: string) => Stream
  /** Keeps what a testcode drew as evidence, and hands it back. */
  readonly noted: <T>(kind: string, key: string, value: T) => T
}
