import { setTimeout as delay } from 'node:timers/promises'
import { spend } from '../../../lib/async/ledger.ts'
import { Unmet } from '../../unmet.ts'
import type { EarlyWatch } from './early-watch.ts'
import type { PageState } from '../stillness/page-state.ts'
import type { Moment } from '../stillness/stillness.ts'
import { isAtRest, isFullyAtRest } from '../stillness/page-state.ts'

/** One look at what an expectation is about. */
export interface Glance {
  /** Why the expectation does not hold at this moment; undefined if it holds. */
  readonly problem: Error | undefined
  /** The text that was looked at, if there is one. */
  readonly text?: string
  /** The state of the page right after the look, if the same question asked for it. */
  readonly state?: PageState | undefined
}

/** An expectation that can be checked at any moment. */
export interface Claim {
  glance(): Promise<Glance>
}

/** The state of the page that a claim is about. */
export interface Watched {
  /** The last state that was read. */
  readonly last: PageState | undefined
  /** Reads the state of the page. */
  state(): Promise<PageState>
  inputs(): number
  /**
   * Records that a look showed something other than the look at `since`, after which the page was seen awake at `until`.
   * @returns Whether a scroll of a look is the only explanation
   */
  noteOtherLook(since: Moment, until: number, mayAnswer: boolean): boolean
  /** A state that was read before, with what has been found out since: the page may not count as one that can rest any more. */
  revised(state: PageState): PageState
}

export interface Patience {
  /** Milliseconds that an expectation may wait. */
  readonly patience: number
  /** If it is there, an unmet expectation waits its whole patience, even on a page at rest. */
  readonly full?: EarlyWatch | undefined
  /** False: it is enough that the claim holds once. */
  readonly stays?: boolean
  /** Ends the waiting with an AbortError. */
  readonly signal?: AbortSignal
}

/** Milliseconds between the first looks. The last one repeats. */
const PAUSES = [15, 30, 60, 100, 100, 200]
/** Milliseconds without a change after which a page that changed since the first look is at rest. */
const QUIET = 100
/** An unmet expectation fails once the page has been at rest for this long (ms). */
const GIVE_UP = 1000
/**
 * If a look ends later than this (ms) after the one before, it may have waited for a long task of the page. Something else may have waited
 * for longer than the records follow it, such as a timer that was due at the beginning of the task. So the next look decides.
 */
const LONG_GAP = 500
/** How long (ms) an expectation has to hold on a page that never rests; longer if it began to hold late. */
const HOLD = 1000
const LONGEST_HOLD = 4000
const LATE = 1.5
/** Fewest looks in that time, at random moments; pauses in ms. */
const FEWEST_LOOKS = 3
const SHORTEST_PAUSE = 90
const LONGEST_PAUSE = 330
/**
 * If a look took longer than this (ms), or a pause ended later by that much, the machine is short of processor time. The page is
 * then slower too, so that one text may last for a whole second: if there were several, more looks are needed, at longer pauses.
 */
const SLOW_LOOK = 150
const LATE_WAKE = 80
const FEWEST_SLOW_LOOKS = 8
const LONGEST_SLOW_PAUSE = 700
/** This many different texts without an input, on a page that does not come to rest, are a cycle. */
const CYCLE = 3
/** A page that changes its text this often because looks scroll it goes through values with them, even if it is at rest in between. */
const TOO_MANY_ANSWERS = 2

/**
 * Waits until a claim holds and keeps holding: on the page at rest or, if the page never rests, at every look over a second,
 * at random moments.
 * @throws the problem of the last look if the claim does not hold within the patience; ExpectationNotMet if the page goes
 *   through several texts by itself
 */
export async function steadily(claim: Claim, watched: Watched, patience: Patience): Promise<void> {
  const began = performance.now()
  const { full } = patience
  let early: Error | undefined
  const failEarly = (problem: Error) => {
    if (early === undefined) full?.waits(problem)
    early ??= problem
    if (full === undefined) throw problem
  }
  try {
    await untilItStays(claim, watched, patience, failEarly)
  } catch (error) {
    const wasEarly = early !== undefined && full === undefined
    const failure = error instanceof Unmet ? worded(error, wasEarly, performance.now() - began) : error
    if (early !== undefined) full?.fails(failure)
    throw failure
  }
  if (early !== undefined) full?.holds(early, performance.now() - began)
}

/** The failure with how long the expectation waited (ms), or that it waited until the page was at rest. */
function worded(failure: Unmet, wasEarly: boolean, waited: number): Unmet {
  return wasEarly ? failure.atRest() : failure.after(waited)
}

/** @param failEarly Is called if the claim does not hold on a page that has been at rest for long enough; may throw */
async function untilItStays(
  claim: Claim,
  watched: Watched,
  { patience, stays = true, signal }: Patience,
  failEarly: (problem: Error) => void,
): Promise<void> {
  const began = performance.now()
  const deadline = began + patience
  const texts = new Texts()
  const eyes = new Eyes(claim, watched, signal)
  let lost = 0
  let before: PageState | undefined
  let seenAt = began
  let hasRested = false
  for (let look = 0; ; look += 1) {
    const lookedAt = performance.now()
    const { problem, text, after } = await eyes.look()
    if (problem === undefined && !stays) return
    const wasPrompt = performance.now() - seenAt <= LONG_GAP
    seenAt = performance.now()
    const still = before?.version === after.version || after.quiet > performance.now() - lookedAt
    before = after
    texts.add(text, look === 0)
    if (problem === undefined) {
      if (look === 0 && still && isAtRest(after)) return
      if ((await settles(eyes, after, texts, performance.now() - began)) === undefined) return
      lost += 1
      before = watched.last
      hasRested = false
    } else {
      const rests = still && isFullyAtRest(after) && after.resting >= GIVE_UP
      if (rests && (wasPrompt || hasRested)) failEarly(problem)
      hasRested = rests
    }
    if (performance.now() > deadline) throw texts.cycled() ?? momentary(lost) ?? problem ?? unsteady()
    await eyes.pause(PAUSES[Math.min(look, PAUSES.length - 1)] ?? 0)
  }
}

/** A look at a page, at a moment. */
type Seen = Moment & { readonly shown: string | undefined }

/** Looks repeatedly, and reports to the page's watcher if two looks differ. */
class Eyes {
  readonly #claim: Claim
  readonly #watched: Watched
  readonly #signal: AbortSignal | undefined
  #last: Seen | undefined
  /**
   * The last look at a page fully at rest, and the time of the next look. If nobody has acted on the page since, every later
   * change began between the two, including timers and requests.
   */
  #woke: { readonly since: Moment; readonly until: number } | undefined
  #answers = 0
  #isSlow = false

  constructor(claim: Claim, watched: Watched, signal?: AbortSignal) {
    this.#claim = claim
    this.#watched = watched
    this.#signal = signal
  }

  /** How often the page changed because a look had scrolled it. */
  get answers(): number {
    return this.#answers
  }

  /** Whether a look or a pause took too long. */
  get isSlow(): boolean {
    return this.#isSlow
  }

  async look(): Promise<Glance & { readonly after: PageState }> {
    const began = performance.now()
    try {
      return await this.#lookOnce()
    } finally {
      if (performance.now() - began > SLOW_LOOK) this.#isSlow = true
    }
  }

  async pause(milliseconds: number): Promise<void> {
    const began = performance.now()
    const options = this.#signal === undefined ? {} : { signal: this.#signal }
    await spend('expectations', () => delay(milliseconds, undefined, options))
    if (performance.now() - began > milliseconds + LATE_WAKE) this.#isSlow = true
  }

  async #lookOnce(): Promise<Glance & { readonly after: PageState }> {
    const inputs = this.#watched.inputs()
    // The time before the look: a timer that fires during the look must not count as an unknown cause.
    const at = performance.now()
    const earlier = this.#watched.last
    const glance = await this.#claim.glance()
    const state = glance.state ?? (await this.#watched.state())
    const shown = glance.text === undefined ? undefined : `${String(glance.problem === undefined)} ${glance.text}`
    const before = this.#last
    this.#last = { state: glance.state ?? stateOfText(earlier, state), inputs, at, shown }
    if (before === undefined) return { ...glance, after: state }
    const woke = this.#wokeSince(before, inputs)
    if (shown === before.shown) return { ...glance, after: state }
    if (this.#watched.noteOtherLook(woke.since, woke.until, this.#answers === 0)) this.#answers += 1
    this.#last = { ...this.#last, state: this.#watched.revised(this.#last.state) }
    return { ...glance, after: this.#watched.revised(state) }
  }

  #wokeSince(before: Seen, inputs: number): { readonly since: Moment; readonly until: number } {
    const now = { since: before, until: performance.now() }
    if (before.inputs !== inputs) this.#woke = undefined
    else if (isFullyAtRest(before.state)) this.#woke = now
    return this.#woke ?? now
  }
}

/**
 * The state in which a text was read, if the state was asked for after it. If the page has changed in between, the text may belong
 * to the state before. The two must not be mixed: the last text but one and a page at rest after its last change would make that
 * change one without a cause.
 */
function stateOfText(earlier: PageState | undefined, later: PageState): PageState {
  if (earlier === undefined) return { ...later, live: [...later.live, 'no state before the first text'] }
  return earlier.version === later.version ? later : earlier
}

/**
 * Whether a claim that holds now keeps holding.
 * @returns Undefined if it does, otherwise the problem
 */
async function settles(eyes: Eyes, first: PageState, texts: Texts, waited: number): Promise<Error | undefined> {
  const began = performance.now()
  let before = first
  for (let looks = 1; ; looks += 1) {
    const isSlow = eyes.isSlow && texts.count > 1
    await eyes.pause(pauseAfter(before, looks, isSlow))
    const { problem, text, after } = await eyes.look()
    texts.add(text, false)
    if (problem !== undefined) return problem
    const still = before.version === after.version
    before = after
    // A page that has shown another text here may do so again when its next timer is due, however late that is.
    const rested = texts.count < 2 ? isAtRest(after) : isFullyAtRest(after)
    const cycled = texts.cycled()
    if (cycled && eyes.answers >= TOO_MANY_ANSWERS) throw cycled
    if (still && rested && (after.quiet >= QUIET || (waited < QUIET && after.quiet >= QUIET_AT_FIRST))) return undefined
    const fewest = isSlow ? FEWEST_SLOW_LOOKS : FEWEST_LOOKS
    if (performance.now() - began < holdOf(texts, waited) || looks < fewest) continue
    if (cycled) throw cycled
    return undefined
  }
}

/** A text that followed others has to stay longer than they did. A single text, such as a toast, may disappear. */
function holdOf(texts: Texts, waited: number): number {
  return texts.count < 2 ? HOLD : Math.min(Math.max(HOLD, waited * LATE), LONGEST_HOLD)
}

/** A claim that holds right after an input, on a page at rest, is checked again this many ms after the last change. */
const QUIET_AT_FIRST = 20
/** A page that will be at rest within this many ms is waited for. */
const SOON = 100

/** Milliseconds until the page is at rest, if that is known; otherwise random, so that no page can adapt to the looks. */
function pauseAfter(state: PageState, looks: number, isSlow: boolean): number {
  if (looks === 1 && isAtRest(state)) return Math.max(0, QUIET_AT_FIRST - state.quiet)
  if (looks <= 2 && state.live.length === 0 && state.last >= 0 && state.last <= SOON) return state.last + SLACK
  return randomPause(isSlow ? LONGEST_SLOW_PAUSE : LONGEST_PAUSE)
}

/** Milliseconds added to the time until something is due. */
const SLACK = 10

function randomPause(longest: number): number {
  return SHORTEST_PAUSE + Math.random() * (longest - SHORTEST_PAUSE)
}

/** @param times How often the claim held and then failed */
function momentary(times: number): Error | undefined {
  if (times < 2) return undefined
  return new Unmet(
    ({ within }) =>
      `What was expected held only for moments: it came and went ${String(times)} times${within} without any input`,
  )
}

function unsteady(): Error {
  return new Unmet(
    ({ within }) => `The page kept changing by itself, so nothing stayed long enough to be read${within}`,
  )
}

/** The texts that an expectation has seen, without that of the first look, which may be older than the last input. */
class Texts {
  readonly #seen = new Set<string>()
  readonly #examples: string[] = []
  #last = ''

  get count(): number {
    return this.#seen.size
  }

  add(text: string | undefined, isFirst: boolean): void {
    const tidy = text?.replace(/\s+/g, ' ').trim() ?? ''
    if (tidy === '' || isFirst || this.#seen.has(tidy)) return
    // A text that grows, because it is typed or streamed, counts once.
    if (this.#last !== '' && tidy.startsWith(this.#last)) this.#seen.delete(this.#last)
    this.#last = tidy
    this.#seen.add(tidy)
    if (this.#examples.length < CYCLE) this.#examples.push(tidy.slice(0, 40))
  }

  cycled(): Error | undefined {
    if (this.count < CYCLE) return undefined
    const shown = this.#examples.map((text) => JSON.stringify(text)).join(', ')
    return new Unmet(
      ({ within }) =>
        `The page showed ${String(this.count)} different texts in one place${within} without any input (${shown}), ` +
        'so none of them counts',
    )
  }
}
