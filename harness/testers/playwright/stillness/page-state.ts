/** The state of the page as the judge's script in it reports it. Times are in milliseconds. */
export interface ReportedState {
  /** Changes with the document, every change of its tree, the values of its fields, and its address. */
  readonly version: string
  /** Reasons why the page may change by itself at any time, such as `a navigation`. */
  readonly live: readonly string[]
  /** The same, of things that go on for ever, such as `a WebSocket`: they may have nothing to do with what is looked at. */
  readonly background: readonly string[]
  /** Time until the first known timer is due; -1 if there is none. */
  readonly next: number
  /** Time until the last known timer is due; -1 if there is none. */
  readonly last: number
  /** Whether something may be pending that may take long: an idle callback, an answer of a store, a late timer or frame. */
  readonly idle: boolean
  /** Time until the last animation ends that concerns what is looked at; 0 if there is none. */
  readonly moves: number
  /** Time since the last change of the tree. */
  readonly quiet: number
  /** Times without a change of the tree that were long enough for a look: how long ago each began and ended. The last few. */
  readonly calms: readonly (readonly [number, number])[]
  /** The element that was looked at, if the state was asked for with it. */
  readonly here?: ElementChanges | undefined
}

/** Changes of an element, of what is in it, and of the attributes of its parents. */
export interface ElementChanges {
  /** Time since the last one. */
  readonly quiet: number
  /** Time from the first to the last of consecutive ones. */
  readonly busy: number
  /** Texts that stayed long enough to be looked at since the last input, in their order. */
  readonly plateaus: readonly string[]
}

export interface PageState extends ReportedState {
  /**
   * Time since the last change, input, answer of the server, or moment at which the page was seen with a known cause of change. An
   * unknown cause, such as a database in the browser, may need this time to change the page.
   */
  readonly resting: number
  /** Time since the last input was noticed. */
  readonly untouched: number
}

/** Timers that are due later than this (ms) leave a page at rest until then. */
export const HORIZON = 1000

function isDueLater({ live, next }: ReportedState): boolean {
  return live.length === 0 && (next === -1 || next > HORIZON)
}

/** No known cause will change what is looked at within the horizon. */
export function isAtRest(state: PageState): boolean {
  return isDueLater(state) && state.background.length === 0
}

/** Only things that go on for ever may change what is looked at. */
export function isInBackground(state: PageState): boolean {
  return isDueLater(state) && state.background.length > 0
}

/** No known cause will change the page at all. */
export function isFullyAtRest({ live, background, next, idle }: ReportedState): boolean {
  return live.length === 0 && background.length === 0 && next === -1 && !idle
}

/** Timers may fire this much (ms) early by the clock of the harness. */
const SLACK = 20

/** No known cause could have changed the page within this many milliseconds. */
export function restsFor({ live, background, next, idle }: PageState, milliseconds: number): boolean {
  return live.length === 0 && background.length === 0 && !idle && (next === -1 || milliseconds < next - SLACK)
}
