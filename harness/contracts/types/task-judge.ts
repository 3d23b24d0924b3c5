/** A task of a library: an algorithm that some tests of the reference have in common. */
export interface LibraryTask {
  readonly id: string
  /** The algorithm in words. */
  readonly algorithm: string
  /** The purpose of its tests, in words. */
  readonly query: string
  /** Names and code of the tests of the reference. */
  readonly tests: readonly string[]
  readonly code: string
}
