/** Hears of expectations that wait only because their patience is full. */
export interface EarlyWatch {
  /** One that a page at rest would have failed goes on waiting. */
  waits(problem: Error): void
  /** It holds after all. */
  holds(problem: Error, milliseconds: number): void
  /** It does not hold in the end, and this error says so. */
  fails(error: unknown): void
}
