/** Reads what a server says about a failure: every server has its own form of error. */

/** The words and codes of a failure, wherever the server put them. */
export interface ServerError {
  /** Of HTTP, or else the one that the body names. Undefined if there is none. */
  readonly status: number | undefined
  /** Whether the failure came after the server had accepted the request with status 200. */
  readonly inBand: boolean
  /** Codes, types and reasons of all levels, in lower case. */
  readonly codes: readonly string[]
  /** The parameters that it names as invalid, such as `temperature` or `messages[0].role`. */
  readonly parameters: readonly string[]
  /** The server's words in one line. */
  readonly message: string
  /** Milliseconds until it may be asked again; undefined if it does not say. */
  readonly waitFor: number | undefined
}

/** Where the body came from. */
export interface Origin {
  /** Of an HTTP response that is an error. */
  readonly status?: number
  readonly header?: (name: string) => string | null
}

/** Characters. */
const LONGEST_MESSAGE = 500
const DEEPEST = 12
const MOST_ENTRIES = 20

/** @param body The text of a response or event, or its JSON value */
export function readServerError(body: unknown, { status, header = () => null }: Origin = {}): ServerError {
  const found: Found = { messages: [], codes: [], statuses: [], parameters: [], waits: [] }
  collect(body, found, 0)
  const inBand = status === undefined
  const message = [...new Set(found.messages)].join(': ') || beginningOf(body)
  const line = `${status ?? ''} ${message}`.replaceAll(/\s+/g, ' ').trim()
  return {
    status: status ?? found.statuses[0],
    inBand,
    codes: [...new Set(found.codes)],
    parameters: [...new Set(found.parameters)],
    message: line.slice(0, LONGEST_MESSAGE) || 'it gave no reason',
    waitFor: waitInHeaders(header) ?? found.waits[0] ?? durationIn(message),
  }
}

/** Whether a JSON value that came with status 200 is an error and not an answer. */
export function isServerError(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isServerError)
  if (!isRecord(value)) return false
  if (value['error'] !== undefined && value['error'] !== null && value['error'] !== false) return true
  if (Array.isArray(value['choices']))
    return value['choices'].some((choice) => isRecord(choice) && isRecord(choice['error']))
  const says = typeof value['message'] === 'string' || ['detail', 'msg', 'errors'].some((name) => value[name] != null)
  return says || value['object'] === 'error' || value['type'] === 'error'
}

interface Found {
  readonly messages: string[]
  readonly codes: string[]
  readonly statuses: number[]
  readonly parameters: string[]
  /** Milliseconds. */
  readonly waits: number[]
}

type Fields = Readonly<Record<string, unknown>>

/** Fields with words or further levels, in the order in which their words are read. `raw` is the error of a provider behind a router. */
const LEVELS = [
  ...['error', 'message', 'detail', 'details', 'msg', 'errors', 'error_description', 'innererror', 'metadata', 'raw'],
  ...['headers', 'violations', 'provider_specific_fields', 'choices'],
]
/** Levels whose texts are no words for a person, such as `{"@type": …}`. */
const SILENT = new Set(['metadata', 'headers', 'violations', 'provider_specific_fields', 'innererror', 'details'])
const CODES = ['code', 'type', 'status', 'reason', 'quotaId', 'limit_source', 'error_code', 'error_type', 'status_code']

function collect(value: unknown, found: Found, depth: number, silent = false): void {
  if (depth > DEEPEST) return
  if (typeof value === 'string') {
    const inner = jsonIn(value)
    if (inner !== undefined) collect(inner, found, depth + 1, silent)
    else if (!silent && value.trim() !== '') found.messages.push(plain(value))
    return
  }
  if (Array.isArray(value)) {
    for (const entry of value.slice(0, MOST_ENTRIES)) collect(entry, found, depth + 1, silent)
    return
  }
  if (!isRecord(value)) return
  collectCodes(value, found)
  collectWaits(value, found)
  if (isInvalidField(value)) {
    found.parameters.push(
      value.loc
        .map(String)
        .join('.')
        .replace(/^body\./, ''),
    )
    found.messages.push(`${value.loc.join('.')}: ${String(value.msg)}`)
    return
  }
  for (const name of LEVELS) {
    const isSilent = silent ? name !== 'raw' && name !== 'message' : SILENT.has(name)
    if (name in value) collect(value[name], found, depth + 1, isSilent)
  }
}

/** How FastAPI and Pydantic report a field of a request. */
function isInvalidField(value: Fields): value is { readonly loc: readonly unknown[]; readonly msg: unknown } {
  return Array.isArray(value['loc']) && typeof value['msg'] === 'string'
}

function collectCodes(value: Fields, found: Found): void {
  for (const name of CODES) {
    const code = value[name]
    const status = Number(code)
    if (Number.isInteger(status) && status >= 400 && status < 600) found.statuses.push(status)
    else if (typeof code === 'string' && code !== '') found.codes.push(code.toLowerCase())
  }
  // OpenRouter names the reasons of a moderation only.
  if (Array.isArray(value['reasons'])) found.codes.push('moderation')
  if (typeof value['param'] === 'string' && value['param'] !== '') found.parameters.push(value['param'])
}

const SECOND = 1000
/** A larger number is a moment in milliseconds and not one in seconds. */
const FIRST_MILLISECONDS = 1e11

function collectWaits(value: Fields, found: Found): void {
  const delay = value['retryDelay']
  const wait = typeof delay === 'string' ? durationOf(delay) : undefined
  if (wait !== undefined) found.waits.push(wait)
  const seconds = value['retry_after'] ?? value['retry_after_seconds']
  if (typeof seconds === 'number' && seconds >= 0) found.waits.push(seconds * SECOND)
  const milliseconds = value['retry_after_ms']
  if (typeof milliseconds === 'number' && milliseconds >= 0) found.waits.push(milliseconds)
  const reset = Number(value['X-RateLimit-Reset'] ?? Number.NaN)
  if (Number.isFinite(reset) && reset > 0)
    found.waits.push(Math.max(0, (reset > FIRST_MILLISECONDS ? reset : reset * SECOND) - Date.now()))
}

/** Milliseconds. Retry-After is a number of seconds or a date. */
function waitInHeaders(header: NonNullable<Origin['header']>): number | undefined {
  const exact = Number.parseFloat(header('retry-after-ms') ?? '')
  if (Number.isFinite(exact)) return Math.max(0, exact)
  const value = header('retry-after')?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * SECOND
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}

const UNIT = '(?:milliseconds?|ms|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)(?![a-z])'
const DURATION = `(?:\\d+(?:\\.\\d+)?\\s*${UNIT.replace('(?![a-z])', '')}\\s*)+`
/** "Please try again in 6m0s", "retry after 20 seconds", "Please wait 1.5 s", "resets in 858ms". */
const HINT = new RegExp(
  `(?:try again|retry|retrying|wait|resets?|available)\\b[^\\d]{0,40}?(${DURATION})(?![a-z])`,
  'i',
)

/** Milliseconds that a message asks to wait. */
function durationIn(message: string): number | undefined {
  const text = HINT.exec(message)?.[1]
  return text === undefined ? undefined : durationOf(text)
}

const MILLISECONDS: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|milli)/i, 1],
  [/^h/i, 3_600_000],
  [/^m/i, 60_000],
  [/^s/i, SECOND],
]

function durationOf(text: string): number | undefined {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/gi)]
  if (parts.length === 0) return undefined
  return parts.reduce((sum, [, number, unit = '']) => {
    const factor = MILLISECONDS.find(([pattern]) => pattern.test(unit))?.[1] ?? 0
    return sum + Number(number) * factor
  }, 0)
}

function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The words of a page of HTML, as proxies send them, or the text itself. */
function plain(text: string): string {
  if (!/^\s*<(?:!doctype|html|head|body)\b/i.test(text)) return text.trim()
  const shown = text.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ').replaceAll(/<[^>]*>/g, ' ')
  return shown.replaceAll(/\s+/g, ' ').trim()
}

/** For a body without any words. */
function beginningOf(body: unknown): string {
  if (body === undefined || body === '') return ''
  return (typeof body === 'string' ? body : JSON.stringify(body)).slice(0, LONGEST_MESSAGE)
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
