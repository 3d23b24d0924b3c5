import { ExpectationNotMet } from '../errors.ts'

/** How long an expectation waited, in forms for sentences. All of them are empty if it did not wait. */
export interface Waited {
  /** ` within 6.7 s`, or ` before the page came to rest` */
  readonly within: string
  /** ` after 6.7 s`, or ` after the page had come to rest` */
  readonly after: string
  /** ` (waited 6.7 s)`, or ` (waited until the page was at rest)` */
  readonly aside: string
}

/** The message of a failed expectation. */
export type Sentence = (waited: Waited) => string

const NOT_WAITED: Waited = { within: '', after: '', aside: '' }
/** Without a time, which differs by tenths of a second: equal failures have equal messages. */
const UNTIL_REST: Waited = {
  within: ' before the page came to rest',
  after: ' after the page had come to rest',
  aside: ' (waited until the page was at rest)',
}

/** A failed expectation. How long it waited can be added later. */
export class Unmet extends ExpectationNotMet {
  readonly #sentence: Sentence
  readonly #label: string | undefined

  /** @param label The testcode's own message for the expectation */
  constructor(sentence: Sentence, label?: string, waited: Waited = NOT_WAITED) {
    super(label === undefined ? sentence(waited) : `${label}: ${sentence(waited)}`)
    this.#sentence = sentence
    this.#label = label
  }

  /** The same failure, of an expectation that waited until nothing could change the page any more. */
  atRest(): Unmet {
    return new Unmet(this.#sentence, this.#label, UNTIL_REST)
  }

  after(milliseconds: number): Unmet {
    const time = `${(milliseconds / 1000).toFixed(1)} s`
    const waited = { within: ` within ${time}`, after: ` after ${time}`, aside: ` (waited ${time})` }
    return new Unmet(this.#sentence, this.#label, waited)
  }
}

/** An error of the browser library's `expect`: a plain error that carries the result of the matcher. */
export interface MatcherError extends Error {
  readonly matcherResult: { readonly actual?: unknown }
}

export function isMatcherError(error: unknown): error is MatcherError {
  return error instanceof Error && 'matcherResult' in error && error.matcherResult !== undefined
}
