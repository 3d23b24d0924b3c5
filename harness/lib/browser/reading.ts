/**
 * Limits on what is read from pages. All trials share one thread: a regular expression or comparison over a very long
 * text would block every one of them.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { ExpectationNotMet } from '../../errors.ts'

/** Characters of all texts of one reading together. */
const MAX_CHARACTERS = 20_000
/** The same for markup, which in honest pages contains styles, drawings and pictures. */
const MAX_MARKUP = 100_000
/** Texts and entries of one reading. */
const MAX_VALUES = 5000

/** The driver's methods that read, with the characters that each may return. */
const READING: Readonly<Record<string, number>> = {
  innerText: MAX_CHARACTERS,
  textContent: MAX_CHARACTERS,
  inputValue: MAX_CHARACTERS,
  title: MAX_CHARACTERS,
  ariaSnapshot: MAX_CHARACTERS,
  ariaSnapshotJSON: MAX_CHARACTERS,
  evaluateExpression: MAX_CHARACTERS,
  evalOnSelector: MAX_CHARACTERS,
  evalOnSelectorAll: MAX_CHARACTERS,
  jsonValue: MAX_CHARACTERS,
  querySelectorAll: MAX_CHARACTERS,
  // An attribute may contain a picture.
  getAttribute: MAX_MARKUP,
  innerHTML: MAX_MARKUP,
  content: MAX_MARKUP,
}

/** Answers with more bytes are refused before they are parsed. In JSON a character takes at most 6 bytes, a value less than 100. */
const MAX_BYTES = 6 * MAX_MARKUP + 100 * MAX_VALUES

/** Limits on the received value in the message of a failed expectation: characters of a text, entries of a list. */
const MAX_RECEIVED_LENGTH = 500
const MAX_RECEIVED = 100
const MAX_LOG_LINE = 1000

/** Selectors of the judge's own selector engine, which limits its answers itself. */
const JUDGE_SELECTOR = /(^|>> )pe=%7B[^ ]*$/

const unbounded = new AsyncLocalStorage<true>()

/** Runs readings of the harness itself, which applies its own limits. */
export function readUnbounded<T>(read: () => Promise<T>): Promise<T> {
  return unbounded.run(true, read)
}

interface Request {
  readonly method: string
  readonly params: unknown
}

/** How many characters a request may return; undefined if it does not read, or reads for the harness itself. */
export function boundOfReading({ method, params }: Request): number | undefined {
  const bound = Object.hasOwn(READING, method) ? READING[method] : undefined
  if (bound === undefined || unbounded.getStore() === true) return undefined
  const { selector } = (params ?? {}) as { readonly selector?: unknown }
  return typeof selector === 'string' && JUDGE_SELECTOR.test(selector) ? undefined : bound
}

/**
 * @param result The answer of the driver
 * @param what Names the page or element that was read, for the message
 * @throws ExpectationNotMet if the answer is longer than the bound
 */
export function expectReadable(result: unknown, bound: number, what: () => string): void {
  const size = { characters: 0, values: 0 }
  measure(result, size)
  if (size.characters > bound)
    throw new ExpectationNotMet(
      `${what()} holds ${String(size.characters)} characters; at most ${String(bound)} are read`,
    )
  if (size.values > MAX_VALUES)
    throw new ExpectationNotMet(`${what()} holds ${String(size.values)} values; at most ${String(MAX_VALUES)} are read`)
}

/** Measures a value as the driver serialises it; the driver gives lists and objects an `id`. */
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

/** False for objects of Playwright, such as elements: their fields are not measured. */
function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** Requests to a driver whose answers have a limit, until they are answered. */
export class PendingAnswers {
  readonly #pending = new Map<unknown, number | 'expect'>()

  sent(message: object): void {
    if (!('id' in message && 'method' in message && typeof message.method === 'string')) return
    const params = 'params' in message ? message.params : undefined
    const bound = message.method === 'expect' ? message.method : boundOfReading({ method: message.method, params })
    if (bound !== undefined) this.#pending.set(message.id, bound)
  }

  /** Parses the message in a frame; replaces an answer that is too long by an error. */
  read(frame: Buffer): object {
    const id = idOf(frame)
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    if (pending === undefined || frame.length <= MAX_BYTES) return JSON.parse(frame.toString()) as object
    const size = `more than ${String(MAX_BYTES)} bytes`
    if (pending !== 'expect')
      return {
        id,
        error: { error: { name: TOO_LONG, message: `holds ${size}; at most ${String(pending)} characters are read` } },
      }
    const received = { value: { s: `[${size}]` } }
    return { id, error: { error: { name: 'Error', message: 'Expect failed' } }, errorDetails: { received }, log: [] }
  }
}

/** The id of the call that a message answers, read without parsing the message: a number or, since Playwright 1.65, a short text. */
function idOf(frame: Buffer): unknown {
  const found = /^\{"id":(\d+|"[\w@.-]+")[,}]/.exec(frame.toString('latin1', 0, 80))?.[1]
  return found === undefined ? undefined : JSON.parse(found)
}

/** The name of the error that replaces an answer that is too long. */
const TOO_LONG = 'TooLong'

/** Converts an error of Playwright to the one that is thrown. */
export function errorOfReading(error: unknown, what: () => string): unknown {
  if (!(error instanceof Error)) return error
  if (error.name === TOO_LONG) return new ExpectationNotMet(`${what()} ${error.message}`)
  shortenDetails(error)
  return error
}

/** The message of a failed expectation contains a diff, which takes seconds for a long text. */
function shortenDetails(error: Error & { details?: unknown; log?: unknown }): void {
  const { details, log } = error
  if (isPlain(details) && 'received' in details) details.received = shortened(details.received)
  if (Array.isArray(log))
    error.log = log.map((line: unknown) => (typeof line === 'string' ? cut(line, MAX_LOG_LINE) : line))
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return cut(value, MAX_RECEIVED_LENGTH)
  if (Array.isArray(value)) return value.slice(0, MAX_RECEIVED).map(shortened)
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shortened(each)]))
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}… (${String(text.length)} characters)`
}
