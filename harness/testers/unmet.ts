import { ExpectationNotMet } from '../errors.ts'

/** The waiting time of an expectation, in forms for sentences. All of them are empty if there was no waiting time. */
export interface Waited {
  /** ` within 6.7 s` */
  readonly within: string
  /** ` after 6.7 s` */
  readonly after: string
  /** ` (waited 6.7 s)` */
  readonly aside: string
}

/** The message of a failed expectation. */
export type Sentence = (waited: Waited) => string

const NOT_WAITED: Waited = { within: '', after: '', aside: '' }

/** A failed expectation. Its waiting time can be added later. */
export class Unmet extends ExpectationNotMet {
  readonly #sentence: Sentence
  readonly #label: string | undefined

  /** @param label The testcode's own message for the expectation */
  constructor(sentence: Sentence, label?: string, waited: Waited = NOT_WAITED) {
    super(label === undefined ? sentence(waited) : `${label}: ${sentence(waited)}`)
    this.#sentence = sentence
    this.#label = label
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
