import { setTimeout as delay } from 'node:timers/promises'
import { ExpectationNotMet } from '../../../errors.ts'
import type { PageState } from '../stillness/page-state.ts'
import type { Moment } from '../stillness/stillness.ts'
import { isAtRest, isFullyAtRest } from '../stillness/page-state.ts'

/** One look at what an expectation is about. */
export interface Glance {
  /** Why the expectation does not hold at this moment; undefined if it holds. */
  readonly problem: Error | undefined
  /** The text that was looked at, if there is one. */
  readonly text?: string
  /** How the page was right after it, where it was asked at the same time. */
  readonly state?: PageState | undefined
}

/** What is expected, and of which page. */
export interface Claim {
  glance(): Promise<Glance>
}

/** The page that a claim is about, as far as it matters here. */
export interface Watched {
  /** The last state that was read. */
  readonly last: PageState | undefined
  /** How the page is now. */
  state(): Promise<PageState>
  inputs(): number
  /** What was looked at is another than at that moment. */
  noteOtherLook(since: Moment): void
}

export interface Patience {
  /** Milliseconds that an expectation may wait. */
  readonly patience: number
  /** True: an expectation that does not hold waits its whole patience, also on a page at rest. */
  readonly full?: boolean
  /** False: it is enough that the claim held once. */
  readonly stays?: boolean
}

/** Milliseconds between the first looks; then the last one again and again. */
const PAUSES = [15, 30, 60, 100, 100, 200]
/** A page that changed after the first look is at rest once nothing has changed for so long (ms). */
const QUIET = 100
/** A page at rest on which an expectation has not held for so long (ms) is given up. */
const GIVE_UP = 1000
/** How long (ms) an expectation has to hold on a page that never rests; longer if it came to hold late. */
const HOLD = 1000
const LONGEST_HOLD = 4000
const LATE = 1.5
/** Fewest looks in that time, at random moments, with pauses of this many ms. */
const FEWEST_LOOKS = 3
const SHORTEST_PAUSE = 90
const LONGEST_PAUSE = 330
/** That many different texts without an input from the user, on a page that does not come to rest, are a cycle. */
const CYCLE = 3

/**
 * Waits for a claim to hold, and to stay: it has to hold on the page at rest, or, if the page never rests, at every look at
 * random moments over a second.
 * @throws what the last look gave if it does not hold within the patience, or ExpectationNotMet if the page goes through
 *   several texts by itself
 */
export async function steadily(
  claim: Claim,
  watched: Watched,
  { patience, full = false, stays = true }: Patience,
): Promise<void> {
  const began = performance.now()
  const deadline = began + patience
  const texts = new Texts()
  const eyes = new Eyes(claim, watched)
  let lost = 0
  let before: PageState | undefined
  for (let look = 0; ; look += 1) {
    const lookedAt = performance.now()
    const { problem, text, after } = await eyes.look()
    if (problem === undefined && !stays) return
    const still = before?.version === after.version || after.quiet > performance.now() - lookedAt
    before = after
    texts.add(text, look === 0)
    if (problem === undefined) {
      if (look === 0 && still && isAtRest(after)) return
      if ((await settles(eyes, after, texts, performance.now() - began)) === undefined) return
      lost += 1
      before = watched.last
    } else if (!full && still && isFullyAtRest(after) && after.quiet >= GIVE_UP) throw problem
    if (performance.now() > deadline) throw texts.cycled() ?? momentary(lost) ?? problem ?? unsteady()
    await delay(PAUSES[Math.min(look, PAUSES.length - 1)])
  }
}

/** Looks again and again, and tells if a page shows something else although it had come to rest. */
class Eyes {
  readonly #claim: Claim
  readonly #watched: Watched
  #last: (Moment & { readonly shown: string | undefined }) | undefined

  constructor(claim: Claim, watched: Watched) {
    this.#claim = claim
    this.#watched = watched
  }

  async look(): Promise<Glance & { readonly after: PageState }> {
    const inputs = this.#watched.inputs()
    // From before the look, so that nothing that was due meanwhile is taken for unknown.
    const at = performance.now()
    const glance = await this.#claim.glance()
    const state = glance.state ?? (await this.#watched.state())
    const shown = glance.text === undefined ? undefined : `${String(glance.problem === undefined)} ${glance.text}`
    const before = this.#last
    this.#last = { state, inputs, at, shown }
    if (before === undefined || shown === before.shown) return { ...glance, after: state }
    this.#watched.noteOtherLook(before)
    // It may have turned out that nobody can tell when this page is at rest.
    const after = await this.#watched.state()
    this.#last = { ...this.#last, state: after }
    return { ...glance, after }
  }
}

/**
 * A claim that holds now: whether it goes on holding.
 * @returns undefined if it does
 */
async function settles(eyes: Eyes, first: PageState, texts: Texts, waited: number): Promise<Error | undefined> {
  const began = performance.now()
  let before = first
  for (let looks = 1; ; looks += 1) {
    await delay(pauseAfter(before, looks))
    const { problem, text, after } = await eyes.look()
    texts.add(text, false)
    if (problem !== undefined) return problem
    const still = before.version === after.version
    before = after
    // What has shown another text here may do so again as soon as a timer is due, however late.
    const rested = texts.count < 2 ? isAtRest(after) : isFullyAtRest(after)
    if (still && rested && (after.quiet >= QUIET || (waited < QUIET && after.quiet >= QUIET_AT_FIRST))) return undefined
    if (performance.now() - began < holdOf(texts, waited) || looks < FEWEST_LOOKS) continue
    const cycled = texts.cycled()
    if (cycled) throw cycled
    return undefined
  }
}

/** What came after other texts has to stay for longer than they did; what came alone may go again, such as a note. */
function holdOf(texts: Texts, waited: number): number {
  return texts.count < 2 ? HOLD : Math.min(Math.max(HOLD, waited * LATE), LONGEST_HOLD)
}

/** What holds right after an input, on a page at rest, is looked at once more so many ms after the last change. */
const QUIET_AT_FIRST = 20
/** A page that will be at rest within so many ms is waited for. */
const SOON = 100

/** Until the page is at rest, if that can be told; else at random, so that no page can go by it. */
function pauseAfter(state: PageState, looks: number): number {
  if (looks === 1 && isAtRest(state)) return Math.max(0, QUIET_AT_FIRST - state.quiet)
  if (looks <= 2 && state.live.length === 0 && state.last >= 0 && state.last <= SOON) return state.last + SLACK
  return randomPause()
}

/** Added to the time until something is due (ms). */
const SLACK = 10

function randomPause(): number {
  return SHORTEST_PAUSE + Math.random() * (LONGEST_PAUSE - SHORTEST_PAUSE)
}

/** So often has it held and then held no more. */
function momentary(times: number): Error | undefined {
  if (times < 2) return undefined
  return new ExpectationNotMet(
    `what was expected was there for moments only: it came and went ${String(times)} times without any input`,
  )
}

function unsteady(): Error {
  return new ExpectationNotMet('the page kept changing by itself, so that nothing stayed long enough to be read')
}

/** The texts that an expectation has met since the first look, whose text may be that of before. */
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
    // A text that is typed or streamed grows, and is one text.
    if (this.#last !== '' && tidy.startsWith(this.#last)) this.#seen.delete(this.#last)
    this.#last = tidy
    this.#seen.add(tidy)
    if (this.#examples.length < CYCLE) this.#examples.push(tidy.slice(0, 40))
  }

  cycled(): Error | undefined {
    if (this.count < CYCLE) return undefined
    const shown = this.#examples.map((text) => JSON.stringify(text)).join(', ')
    return new ExpectationNotMet(
      `the page showed ${String(this.count)} different texts in one place without any input (${shown}): ` +
        'a text that is gone through says nothing',
    )
  }
}
