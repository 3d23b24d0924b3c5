/**
 * Bounds on what is read off pages. The harness has one thread for all trials: a text that a page makes long enough would hold
 * up every one of them in a regular expression or a comparison.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { ExpectationNotMet } from '../../errors.ts'

/** Characters of one text, and of all texts of one reading together. */
const MOST_CHARACTERS = 20_000
/** The same for markup: an honest page has styles, drawings and pictures in it. */
const MOST_MARKUP = 100_000
/** Texts, numbers and entries of one reading. */
const MOST_VALUES = 5000

/** The requests to a driver that read, with the characters that each may give. */
const READING: Readonly<Record<string, number>> = {
  innerText: MOST_CHARACTERS,
  textContent: MOST_CHARACTERS,
  inputValue: MOST_CHARACTERS,
  title: MOST_CHARACTERS,
  ariaSnapshot: MOST_CHARACTERS,
  ariaSnapshotJSON: MOST_CHARACTERS,
  evaluateExpression: MOST_CHARACTERS,
  evalOnSelector: MOST_CHARACTERS,
  evalOnSelectorAll: MOST_CHARACTERS,
  jsonValue: MOST_CHARACTERS,
  querySelectorAll: MOST_CHARACTERS,
  // A picture can stand in an attribute.
  getAttribute: MOST_MARKUP,
  innerHTML: MOST_MARKUP,
  content: MOST_MARKUP,
}

/** An answer with more bytes is refused before it is read. A character of JSON takes at most six, and a value less than 100. */
const MOST_BYTES = 6 * MOST_MARKUP + 100 * MOST_VALUES

/** Characters that a failed expectation of the library says of a text, and texts that it says of a list. */
const LONGEST_RECEIVED = 500
const MOST_RECEIVED = 100
const LONGEST_LOG_LINE = 1000

/** Readings with the engine of the judge's own script, whose answers are bounded by that script. */
const JUDGE = /(^|>> )pe=%7B[^ ]*$/

const own = new AsyncLocalStorage<true>()

/** For what the harness reads for itself, and bounds by itself. */
export function readWithoutBounds<T>(read: () => Promise<T>): Promise<T> {
  return own.run(true, read)
}

interface Request {
  readonly method: string
  readonly params: unknown
}

/** How many characters may be given to a request; undefined if it reads nothing, or reads for the harness itself. */
export function boundOfReading({ method, params }: Request): number | undefined {
  const bound = Object.hasOwn(READING, method) ? READING[method] : undefined
  if (bound === undefined || own.getStore() === true) return undefined
  const { selector } = (params ?? {}) as { readonly selector?: unknown }
  return typeof selector === 'string' && JUDGE.test(selector) ? undefined : bound
}

/**
 * @param result What the driver has answered
 * @param what Where it was read, for the message
 * @throws ExpectationNotMet if it is longer than the bound
 */
export function expectReadable(result: unknown, bound: number, what: () => string): void {
  const size = { characters: 0, values: 0 }
  measure(result, size)
  if (size.characters > bound)
    throw new ExpectationNotMet(
      `${what()} holds ${String(size.characters)} characters; at most ${String(bound)} are read`,
    )
  if (size.values > MOST_VALUES)
    throw new ExpectationNotMet(
      `${what()} holds ${String(size.values)} values; at most ${String(MOST_VALUES)} are read`,
    )
}

/** Of a value as it came from the driver, where lists and objects are numbered by an `id`. */
function measure(value: unknown, size: { characters: number; values: number }): void {
  if (typeof value === 'string') {
    size.characters += value.length
    size.values += 1
  } else if (Array.isArray(value)) for (const each of value) measure(each, size)
  else if (isPlain(value))
    for (const [key, each] of Object.entries(value))
      if (key !== 'id') measure(each, size)
      else size.values += 1
}

/** The library's own objects, such as elements, are one value each. */
function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** Requests to a driver whose answers may be too long to be read at all. */
export class Answers {
  readonly #pending = new Map<unknown, number | 'expect'>()

  sent(message: object): void {
    if (!('id' in message && 'method' in message && typeof message.method === 'string')) return
    const params = 'params' in message ? message.params : undefined
    const bound = message.method === 'expect' ? message.method : boundOfReading({ method: message.method, params })
    if (bound !== undefined) this.#pending.set(message.id, bound)
  }

  /** The message in a frame, or one that takes the place of an answer that is too long. */
  read(frame: Buffer): object {
    const id = Number(/^\{"id":(\d+)[,}]/.exec(frame.toString('latin1', 0, 40))?.[1] ?? NaN)
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    if (pending === undefined || frame.length <= MOST_BYTES) return JSON.parse(frame.toString()) as object
    const size = `more than ${String(MOST_BYTES)} bytes`
    if (pending !== 'expect')
      return {
        id,
        error: { error: { name: TOO_LONG, message: `holds ${size}; at most ${String(pending)} characters are read` } },
      }
    const received = { value: { s: `[${size}]` } }
    return { id, error: { error: { name: 'Error', message: 'Expect failed' } }, errorDetails: { received }, log: [] }
  }
}

/** The name of the error that stands for an answer which was not read. */
const TOO_LONG = 'TooLong'

/** What is thrown for an error of the library. */
export function errorOfReading(error: unknown, what: () => string): unknown {
  if (!(error instanceof Error)) return error
  if (error.name === TOO_LONG) return new ExpectationNotMet(`${what()} ${error.message}`)
  shortenDetails(error)
  return error
}

/** A long text would be compared letter by letter for the message of a failed expectation, which takes seconds. */
function shortenDetails(error: Error & { details?: unknown; log?: unknown }): void {
  const { details, log } = error
  if (isPlain(details) && 'received' in details) details.received = shortened(details.received)
  if (Array.isArray(log))
    error.log = log.map((line: unknown) => (typeof line === 'string' ? cut(line, LONGEST_LOG_LINE) : line))
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return cut(value, LONGEST_RECEIVED)
  if (Array.isArray(value)) return value.slice(0, MOST_RECEIVED).map(shortened)
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shortened(each)]))
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}… (${String(text.length)} characters)`
}
