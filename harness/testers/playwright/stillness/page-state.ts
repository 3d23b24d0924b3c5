/** What the judge's script in a page says of the page. Times are in milliseconds. */
export interface PageState {
  /** Changes with the document, with every change of its tree, with what its fields hold, and with its address. */
  readonly version: string
  /** Why nobody can tell whether the page will change by itself, such as `a WebSocket`; empty if it can be told. */
  readonly live: readonly string[]
  /** Until the first timer that is known is due; -1 without one. */
  readonly next: number
  /** Until the last one is due; -1 without one. */
  readonly last: number
  /** Whether something waits for an idle moment, which may be long in coming. */
  readonly idle: boolean
  /** Since the tree changed last. */
  readonly quiet: number
}

/** Timers that are due later than this do not keep a page from being at rest for now. */
export const HORIZON = 1000

/** Nothing is known that would change the page within the horizon. */
export function isAtRest({ live, next }: PageState): boolean {
  return live.length === 0 && (next === -1 || next > HORIZON)
}

/** Nothing is known that would change the page at all. */
export function isFullyAtRest({ live, next, idle }: PageState): boolean {
  return live.length === 0 && next === -1 && !idle
}

/** Timers may come a little early by the clock of the harness (ms). */
const SLACK = 20

/** Nothing is known that would have changed the page within so many milliseconds. */
export function restsFor({ live, next, idle }: PageState, milliseconds: number): boolean {
  return live.length === 0 && !idle && (next === -1 || milliseconds < next - SLACK)
}
