import { setTimeout as delay } from 'node:timers/promises'
import { spend } from '../../../lib/async/ledger.ts'
import { Unmet } from '../../unmet.ts'
import type { EarlyWatch } from './early-watch.ts'
import type { PageState } from '../stillness/page-state.ts'
import type { Habits, Moment } from '../stillness/stillness.ts'
import { isAtRest, isFullyAtRest, isInBackground } from '../stillness/page-state.ts'

/** One look at what an expectation is about. */
export interface Glance {
  /** Why the expectation does not hold at this moment; undefined if it holds. */
  readonly problem: Error | undefined
  /** The text that was looked at, as a person sees it, if there is one. */
  readonly text?: string
  /** If the claim holds, what has to stay the same, too; nothing by default. */
  readonly value?: string
  /** The state of the page right after the look, if the same question asked for it. */
  readonly state?: PageState | undefined
  /** Texts that stayed in the element long enough to be looked at since the last input, in their order, also before the first look. */
  readonly plateaus?: readonly string[] | undefined
}

/** An expectation that can be checked at any moment. */
export interface Claim {
  glance(): Promise<Glance>
}

/** The state of the page that a claim is about. */
export interface Watched {
  /** The last state that was read. */
  readonly last: PageState | undefined
  readonly habits: Habits
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
  /** Hears how many milliseconds the claim held before it was believed: the project is not charged for them. */
  readonly uncharged?: ((milliseconds: number) => void) | undefined
  /** Ends the waiting with an AbortError. */
  readonly signal?: AbortSignal
}

/** Milliseconds between the first looks. The last one repeats. */
const PAUSES = [15, 30, 60, 100, 100, 120]
/** An unmet expectation fails once the page has been at rest for this long (ms). */
const GIVE_UP = 1000
/**
 * If a look ends later than this (ms) after the one before, it may have waited for a long task of the page. Something else may have waited
 * for longer than the records follow it, such as a timer that was due at the beginning of the task. So the next look decides.
 */
const LONG_GAP = 500

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
  { patience, stays = true, signal, uncharged }: Patience,
  failEarly: (problem: Error) => void,
): Promise<void> {
  const began = performance.now()
  const deadline = began + patience
  const eyes = new Eyes(claim, watched, signal)
  const plateaus = new Plateaus(watched.habits)
  let lost = 0
  let heldSince: number | undefined
  let painted = 0
  let before: PageState | undefined
  let seenAt = began
  let hasRested = false
  for (let look = 0; ; look += 1) {
    const lookedAt = performance.now()
    const { after, ...glance } = await eyes.look()
    const { problem } = glance
    if (problem === undefined && !stays) return
    const wasPrompt = performance.now() - seenAt <= LONG_GAP
    seenAt = performance.now()
    const still = before?.version === after.version || after.quiet > performance.now() - lookedAt
    before = after
    const stands = plateaus.see({
      ...glance,
      state: after,
      still,
      clock: eyes.clock,
      waited: seenAt - began,
    })
    if (problem === undefined) {
      if (heldSince === undefined) {
        heldSince = lookedAt
        painted = watched.habits.painting
      }
      if (stands) {
        // The time of screenshots is subtracted elsewhere.
        const paints = watched.habits.painting - painted
        uncharged?.(Math.max(0, performance.now() - heldSince - paints))
        return
      }
      hasRested = false
    } else {
      if (heldSince !== undefined) lost += 1
      heldSince = undefined
      const rests = still && isFullyAtRest(after) && after.resting >= GIVE_UP
      if (rests && (wasPrompt || hasRested)) failEarly(problem)
      hasRested = rests
    }
    if (performance.now() > deadline + (problem === undefined ? LONGEST_HOLD : 0))
      throw plateaus.cycled() ?? momentary(lost) ?? plateaus.changing(eyes.clock) ?? problem ?? unsteady()
    await eyes.pause(
      problem === undefined ? plateaus.pauseAfter(after) : (PAUSES[Math.min(look, PAUSES.length - 1)] ?? 0),
    )
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
  /** When the last look ended, and how long the pause since then was meant to be. */
  #lookedAt: number | undefined
  #planned = 0
  /** Milliseconds since the first look, without those that a look waited for the page or the machine: a busy page is slower, too. */
  clock = 0

  constructor(claim: Claim, watched: Watched, signal?: AbortSignal) {
    this.#claim = claim
    this.#watched = watched
    this.#signal = signal
  }

  async look(): Promise<Glance & { readonly after: PageState }> {
    const seen = await this.#lookOnce()
    const now = performance.now()
    if (this.#lookedAt !== undefined) this.clock += Math.min(now - this.#lookedAt, this.#planned + SLOW_LOOK)
    this.#lookedAt = now
    return seen
  }

  async pause(milliseconds: number): Promise<void> {
    this.#planned = milliseconds
    const options = this.#signal === undefined ? {} : { signal: this.#signal }
    await spend('expectations', () => delay(milliseconds, undefined, options))
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

/** The result of one look. */
interface Sight extends Glance {
  readonly state: PageState
  /** Whether the page did not change since the look before, or during this one. */
  readonly still: boolean
  /** Milliseconds since the first look, by the clock that stands still while the machine is slow. */
  readonly clock: number
  /** Milliseconds since the expectation began. */
  readonly waited: number
}

/** A look may take this long (ms). */
const SLOW_LOOK = 150
/** How long (ms) a text has to stay if something is pending that may change it, or that nothing is known about yet. */
const HOLD = 1000
const LONGEST_HOLD = 4000
/** A text that follows others has to stay longer than they did. */
const LONGER = 1.5
/** The same beside things that have proven to be harmless: if the text was set at once, and if it was counted up. */
const SHORT_HOLD = 100
const SETTLING = 600
/** Consecutive changes for at most this long (ms) set a text at once. */
const AT_ONCE = 50
/** Fewest looks at a text that has to stay. */
const FEWEST_LOOKS = 3
/** Milliseconds without a change after which a page at rest stays as it is: after the first look, and after a change that was waited for. */
const QUIET_AT_FIRST = 20
const QUIET = 100
/** A text that is seen for this long (ms) stays long enough to be looked at. */
const PLATEAU = 300
/** This many texts that stay long enough to be looked at are a cycle. */
const CYCLE = 3
/** Words of a text that asks to wait, which no expectation is about. */
const WAITING =
  /^(?:[^\p{L}\p{N}]|(?:please|wait|loading|saving|sending|searching|calculating|computing|processing|working|fetching|updating|almost|there|one|just|a|moment|second|hold|on|still)(?![\p{L}\p{N}]))*$/iu

/**
 * Follows what an expectation sees in one place. A text that stays long enough to be looked at is a plateau. Numbers that count up, digits
 * that roll and letters that are mixed have none before the last. A page that shows one candidate after another needs one for each.
 */
class Plateaus {
  readonly #habits: Habits
  #key: string | undefined
  #text = ''
  #since = 0
  #looks = 0
  #changes = 0
  /** Things that went on during all looks at the present text. */
  #background: readonly string[] = []
  #isPlateau = false
  /** The state at the last look, and when that was. */
  #last: PageState | undefined
  #lookedAt = 0
  /** How long (ms) what follows earlier plateaus has to stay. */
  #longer = 0
  /** The texts of the plateaus. */
  readonly #counted: string[] = []
  /** The same, as the page's script has sampled them between looks. */
  readonly #sampled: string[] = []
  /** Texts that stayed for so long that the expectation was decided by each of them, also those of a slow count. */
  readonly #decisive: string[] = []

  constructor(habits: Habits) {
    this.#habits = habits
  }

  /**
   * @returns Whether what is seen now stays
   * @throws ExpectationNotMet if the claim holds for the third text in a row
   */
  see(sight: Sight): boolean {
    const { problem, text = '', value = '', state, clock } = sight
    const tidy = text.replace(/\s+/g, ' ').trim()
    const key = problem === undefined ? `holds ${value}` : `does not hold ${tidy}`
    if (key !== this.#key) {
      if (!this.#isPlateau && this.#wasPlateauBy(sight)) this.#count(this.#text)
      this.#begin(key, tidy, sight)
    }
    this.#lookedAt = performance.now()
    this.#looks += 1
    this.#background = this.#background.filter((each) => state.background.includes(each))
    const held = clock - this.#since
    const stays = this.#stays(sight, held)
    if (stays && held >= HOLD) this.#habits.noteHarmless(this.#background)
    if (!this.#isPlateau && (stays || this.#isPlateauBy(sight, held))) this.#count(tidy)
    if (stays && tidy !== '' && tidy !== this.#decisive.at(-1) && !WAITING.test(tidy)) this.#decisive.push(tidy)
    this.#last = state
    this.#noteSampled(sight.plateaus ?? [])
    const cycled = stays && problem === undefined ? this.cycled() : undefined
    if (cycled) throw cycled
    return stays
  }

  cycled(): Error | undefined {
    const counted = [this.#counted, this.#sampled, this.#decisive].find(({ length }) => length >= CYCLE)
    if (counted === undefined) return undefined
    const shown = counted.slice(0, CYCLE).map((text) => JSON.stringify(text.slice(0, LONGEST_EXAMPLE)))
    return new Unmet(
      ({ within }) =>
        `The page showed ${String(counted.length)} different texts in one place${within} without any input ` +
        `(${shown.join(', ')}), each for some time, so none of them counts`,
    )
  }

  /** The reason of a place that still changes after some time. */
  changing(clock: number): Error | undefined {
    if (this.#changes < CYCLE || clock - this.#since > HOLD) return undefined
    return new Unmet(
      ({ within }) => `The place that was looked at changed ${String(this.#changes)} times by itself${within}`,
    )
  }

  /** Milliseconds until the next look at a text that has to stay. At random, so that no page can adapt to the looks. */
  pauseAfter(state: PageState): number {
    if (this.#looks === 1 && isAtRest(state)) return Math.max(0, QUIET_AT_FIRST - state.quiet)
    if (state.live.length === 0 && state.moves > 0 && state.moves <= LONGEST_MOVE) return state.moves + SLACK
    if (state.live.length === 0 && state.last >= 0 && state.last <= SOON && this.#looks <= 2) return state.last + SLACK
    return this.#habits.areHarmless(state.background) ? randomPause(SHORT_HOLD / 2, SHORT_HOLD) : randomPause(90, 330)
  }

  #begin(key: string, text: string, { clock, state }: Sight): void {
    const isFirst = this.#key === undefined
    const grows = this.#text !== '' && isGrowth(this.#text, text)
    if (!isFirst && !grows) this.#changes += 1
    if (this.#isPlateau && this.#last) {
      const isByItself = isAtRest(this.#last) || isInBackground(this.#last)
      if (this.#text !== '') this.#longer = Math.max(this.#longer, HOLD, (clock - this.#since) * LONGER)
      else if (isByItself) this.#longer = Math.max(this.#longer, HOLD)
      if (this.#text !== '' && text !== '' && !grows && isInBackground(this.#last)) this.#habits.distrust()
    }
    this.#key = key
    this.#text = text
    this.#since = clock
    this.#looks = 0
    this.#background = state.background
    this.#isPlateau = false
  }

  /** Nothing samples lists, counts and values. But while the page has not changed, neither have they. */
  #isPlateauBy({ plateaus, state }: Sight, held: number): boolean {
    if (held >= PLATEAU && this.#looks >= FEWEST_LOOKS) return true
    return plateaus === undefined && Math.min(state.quiet, state.untouched) >= PLATEAU
  }

  /** The same of the text before, which was seen at the last look. */
  #wasPlateauBy({ plateaus, state: { calms, untouched } }: Sight): boolean {
    const age = performance.now() - this.#lookedAt
    const isCalm = ([from, to]: readonly [number, number]): boolean =>
      to <= age && age <= from && Math.min(from, untouched) - to >= PLATEAU
    return this.#looks > 0 && plateaus === undefined && calms.some(isCalm)
  }

  #count(text: string): void {
    this.#isPlateau = true
    addPlateau(this.#counted, text)
  }

  /** A busy machine misses some between two looks. */
  #noteSampled(plateaus: readonly string[]): void {
    this.#sampled.length = 0
    for (const each of plateaus) addPlateau(this.#sampled, each)
  }

  /** @param held Milliseconds for which looks have seen it */
  #stays({ state, still, waited }: Sight, held: number): boolean {
    // The text of the first look may be older than the last input.
    const isFollower = this.#changes > 1 || this.#counted.length > 0 || this.#longer > 0
    if (isFollower ? isFullyAtRest(state) : isAtRest(state)) {
      if (this.#looks === 1) return this.#changes === 0 && still
      const quiet = waited < QUIET && !isFollower ? QUIET_AT_FIRST : QUIET
      return still && state.quiet >= quiet
    }
    const needed = this.#needed(state, isFollower)
    if (held >= needed && this.#looks >= FEWEST_LOOKS) return true
    // An element that has not changed for long need not be looked at for long again.
    const { quiet = 0 } = state.here ?? {}
    return (
      this.#changes === 0 &&
      still &&
      isInBackground(state) &&
      this.#habits.surprise === undefined &&
      Math.min(quiet, state.untouched) >= needed
    )
  }

  #needed(state: PageState, isFollower: boolean): number {
    const followed = Math.min(this.#longer, LONGEST_HOLD)
    if (isAtRest(state)) return Math.max(SETTLING, followed)
    if (!isInBackground(state) || !this.#habits.areHarmless(state.background)) return Math.max(HOLD, followed)
    const isSetAtOnce = !isFollower && (state.here?.busy ?? 0) <= AT_ONCE
    return Math.max(isSetAtOnce ? SHORT_HOLD : SETTLING, followed)
  }
}

/** Adds a text that stayed, unless it continues the one before or asks to wait. */
function addPlateau(plateaus: string[], text: string): void {
  const last = plateaus.at(-1)
  if (text === '' || text === last || WAITING.test(text)) return
  if (last !== undefined && (isGrowth(last, text) || countsOn(last, text))) plateaus.pop()
  plateaus.push(text)
}

/** A text that is typed or streamed is one text, and a list whose rows come one after another is one list. */
function isGrowth(one: string, other: string): boolean {
  return other.startsWith(one) || (rowsIn(other) > rowsIn(one) && rowsIn(one) > 0)
}
const rowsIn = (text: string): number => Number(ROWS.exec(text)?.[1] ?? 0)
const ROWS = /^(\d+) elements$/

/** The text of a count of elements. */
export function countText(count: number): string {
  return `${String(count)} elements`
}

/** Whether two texts differ in nothing but one number, by the smallest step: a slow count, or a clock. */
function countsOn(one: string, other: string): boolean {
  const [from, to] = [one, other].map((text) => text.replace(CLOCK, (...parts) => String(secondsOf(parts))))
  if (from === undefined || to === undefined || from.replace(NUMBER, '') !== to.replace(NUMBER, '')) return false
  const later = to.match(NUMBER) ?? []
  const steps = (from.match(NUMBER) ?? []).flatMap((number, index) => {
    const decimals = number.split('.')[1]?.length ?? 0
    const step = Math.round(Math.abs(Number(number) - Number(later[index])) * 10 ** decimals)
    return step === 0 ? [] : [step]
  })
  return steps.length === 1 && steps[0] === 1
}
const NUMBER = /-?\d+(?:\.\d+)?/g
const CLOCK = /(?<![\d:])(\d+:)?(\d{1,2}):(\d{2})(?![\d:])/g

function secondsOf([, hours = '0', minutes, seconds]: unknown[]): number {
  return Number.parseInt(String(hours), 10) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** Most letters of a text in a message. */
const LONGEST_EXAMPLE = 40
/** Milliseconds of an animation whose end is waited for before the next look. */
const LONGEST_MOVE = 1000
/** A page that will be at rest within this many ms is waited for. */
const SOON = 100
/** Milliseconds added to the time until something is due. */
const SLACK = 10

function randomPause(shortest: number, longest: number): number {
  return shortest + Math.random() * (longest - shortest)
}
