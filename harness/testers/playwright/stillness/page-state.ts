/** The state of a page as the judge's script in it reports it. Times are in milliseconds. */
export interface ReportedState {
  /** Changes with the document, every change of its tree, the values of its fields, and its address. */
  readonly version: string
  /** Reasons why the page may change by itself at any time, such as `a WebSocket`. */
  readonly live: readonly string[]
  /** Time until the first known timer is due; -1 if there is none. */
  readonly next: number
  /** Time until the last known timer is due; -1 if there is none. */
  readonly last: number
  /** Whether something may be pending that may take long: an idle callback, an answer of a store, a late timer or frame. */
  readonly idle: boolean
  /** Time since the last change of the tree. */
  readonly quiet: number
}

export interface PageState extends ReportedState {
  /**
   * Time since the last change, input, answer of the server, or moment at which the page was seen with a known cause of change. An
   * unknown cause, such as a database in the browser, may need this time to change the page.
   */
  readonly resting: number
}

/** Timers that are due later than this (ms) leave a page at rest until then. */
export const HORIZON = 1000

/** No known cause will change the page within the horizon. */
export function isAtRest({ live, next }: PageState): boolean {
  return live.length === 0 && (next === -1 || next > HORIZON)
}

/** No known cause will change the page at all. */
export function isFullyAtRest({ live, next, idle }: ReportedState): boolean {
  return live.length === 0 && next === -1 && !idle
}

/** Timers may fire this much (ms) early by the clock of the harness. */
const SLACK = 20

/** No known cause could have changed the page within this many milliseconds. */
export function restsFor({ live, next, idle }: PageState, milliseconds: number): boolean {
  return live.length === 0 && !idle && (next === -1 || milliseconds < next - SLACK)
}
