/** Classifies what a server says about a failure. */
import type { Finish } from './schema.ts'
import type { ServerError } from './server-error.ts'

/** How a call failed. */
export type Failure =
  /** A retry may help. `mayBePaid`: the server may have counted tokens although no answer came. */
  | {
      readonly kind: 'again'
      readonly message: string
      /** Milliseconds that the server asks to wait. */
      readonly waitFor: number | undefined
      readonly mayBePaid: boolean
      /** Whether the server asks to come later, as at a rate limit: all callers wait, and for longer. */
      readonly isLimit: boolean
    }
  /** Counts as an answer, such as a refusal: a retry would give the same. */
  | { readonly kind: 'answer'; readonly finish: Finish; readonly message: string }
  /** Ends the run: no other call can succeed either. `of`: what has to be changed; by default the account or its key. */
  | { readonly kind: 'fatal'; readonly message: string; readonly of?: 'model' }
  /** The server refuses a part of every request of the run: it can be left out. */
  | { readonly kind: 'part-refused'; readonly part: string; readonly message: string }
  /** The server rejects this request, but may answer others. */
  | { readonly kind: 'refused'; readonly message: string }

/** A server that asks for a longer wait, in milliseconds, counts as down. */
export const MAX_WAIT = 10 * 60_000

/** The parts that a message about a failure has to name. */
export interface Called {
  /** Model and server, for messages. */
  readonly where: string
  /** The environment variable with the key, if there is one. */
  readonly keyVariable: string | undefined
  /** The parts of the request that could be left out: names of parameters, and `system`. */
  readonly parts: readonly string[]
}

/** Parts of failures that a rule recognises. One of them is enough. */
interface Rule {
  readonly statuses?: readonly number[]
  /** Matches one of the codes, types or reasons. */
  readonly codes?: RegExp
  /** Matches the message. */
  readonly words?: RegExp
  readonly unless?: (error: ServerError) => boolean
  readonly failure: (error: ServerError, called: Called) => Failure | undefined
}

const isLimit = ({ status }: ServerError) => status === 429
const says = (words: RegExp) => (error: ServerError) => words.test(error.message)

/**
 * The first rule that matches and gives a failure decides. Words and codes come before statuses, which servers use in different ways:
 * an invalid key has 400 at Google and xAI, an unknown model 400 at DeepSeek, Mistral and LiteLLM, and streams have no status.
 */
const RULES: readonly Rule[] = [
  {
    codes:
      /^(?:content_?filter|content_policy_violation|moderation|invalid_prompt|data_inspection_failed|responsibleaipolicyviolation|prohibited_content|content_blocked)/,
    words:
      /content management policy|content exists risk|content policy violation|flagged (?:as|for|by)|was flagged|inappropriate content|violat\w+ .{0,60}polic/i,
    failure: ({ message }) => ({ kind: 'answer', finish: 'content-filter', message }),
  },
  {
    // The tokens of one request exceed the rate of the account: waiting does not help, and a smaller request may pass.
    words: /request too large for .*(?:per min|\bTPM\b)/i,
    failure: ({ message }) => ({ kind: 'refused', message }),
  },
  {
    codes:
      /^(?:context_length_exceeded|string_above_max_length|context_window_exceeded|exceed_context_size_error|contextwindowexceeded)/,
    failure: overflow,
  },
  { failure: (error, called) => partRefused(error, called, REFUSAL.test(error.message)) },
  {
    statuses: [413],
    words: new RegExp(
      [
        'context.{0,20}(?:length|window|size|limit)|exceeds? .{0,40}context|too large for model with',
        '(?:prompt|input|request) is too long|maximum (?:prompt|input|model) length|model length of \\d',
        'too many (?:input |prompt )?tokens|tokens? .{0,40}exceeds? .{0,40}maximum|range of input length',
        'exceeds? the max(?:imum)? .{0,30}(?:tokens|length)',
        'inputs?\\W* tokens .{0,40}must be|reduce the length of the (?:messages|input|prompt)',
      ].join('|'),
      'i',
    ),
    unless: isLimit,
    failure: overflow,
  },
  {
    statuses: [402],
    codes:
      /^(?:insufficient_(?:quota|balance|credits?|funds|user_quota)|billing_\w+|budget_exceeded|payment_required|arrearage|accountoverdue)/,
    words: new RegExp(
      [
        'credit balance is too low|insufficient (?:\\w+ )?(?:credits?|balance|funds|quota)|all available credits?',
        '(?:requires|need|purchase|buy) more credits|(?:no|out of) credits?\\b|spending limit',
        'exceeded ?budget|over budget|budget has been exceeded|crossed budget|hard limit has been reached',
        'not enough (?:credits?|balance|quota)|monthly included credits|payment required|billing is not active|settings/credits|余额不足|欠费',
      ].join('|'),
      'i',
    ),
    unless: says(/free-models-per-/i),
    failure: ({ message }, { where }) =>
      fatal(`${where}: the account has no credit or no quota left (${message}); add credit or use another key`),
  },
  {
    words: /exceeded your current quota/i,
    // Google says so about its limits per minute as well.
    unless: ({ waitFor, codes }) => waitFor !== undefined || codes.includes('resource_exhausted'),
    failure: ({ message }, { where }) =>
      fatal(`${where}: the account has no credit or no quota left (${message}); add credit or use another key`),
  },
  {
    codes: /per_?day|free_tier_daily/,
    words: /per[ -]?day\b|\bdaily\b|\((?:RPD|TPD)\)/i,
    unless: ({ waitFor, codes }) =>
      waitFor !== undefined && waitFor <= MAX_WAIT && !codes.some((code) => code.includes('perday')),
    failure: ({ message }, { where }) =>
      fatal(`${where}: the limit of a day is reached (${message}); resume the run when it is over`),
  },
  {
    codes:
      /^(?:model_not_found|invalid_model|model_not_exist|modelnotfound|unknown_model|model_decommissioned|deploymentnotfound|not_found_error)/,
    words: new RegExp(
      [
        "\\bmodel\\b.{0,80}(?:not found|n['o]t exist|does not exist|is unknown|is not (?:available|supported)|decommissioned|not deployed)",
        '(?:unknown|invalid|no such|unsupported) model\\b|not a valid model|no endpoints? found|no models? loaded|try pulling',
        'failed to load (?:the )?model|requires more system memory|deployment .{0,40}does not exist|access to (?:the )?model',
      ].join('|'),
      'i',
    ),
    unless: isLimit,
    failure: unknownModel,
  },
  {
    codes: /^unsupported_country/,
    words: /(?:country|location|region|territory).{0,20} not supported/i,
    failure: ({ message }, { where }) => fatal(`${where}: the server does not serve this place (${message})`),
  },
  {
    statuses: [401, 403],
    codes: /^(?:invalid_api_key|api_key_invalid|authentication|invalid_auth|unauthenticated|unauthorized)/,
    words: new RegExp(
      [
        'api[- _]?key.{0,40}(?:not valid|invalid|expired|missing|incorrect|required|not found|suspended|disabled)',
        '(?:invalid|incorrect|missing|no|expired|wrong|malformed) .{0,20}(?:api[- _]?key|auth\\w* (?:credentials|token|header)|bearer)',
        'authentication (?:error|fails?|failed)|\\bunauthori[sz]ed\\b',
      ].join('|'),
      'i',
    ),
    unless: ({ status = 0 }) => status === 429 || status >= 500,
    failure: ({ message }, { where, keyVariable }) =>
      fatal(
        `${where}: the server rejects the key (${message}); set another one${keyVariable === undefined ? '' : ` in the environment variable ${keyVariable}`}`,
      ),
  },
  {
    statuses: [404, 405],
    words: /unexpected endpoint|no such (?:route|endpoint)|unknown request url/i,
    failure: unknownModel,
  },
  {
    statuses: [429],
    codes: /^(?:rate_?limit|resource_exhausted|throttl|too_many_requests)/,
    words: /rate.?limit|too many requests|try again in \d/i,
    failure: (error, { where }) =>
      error.waitFor !== undefined && error.waitFor > MAX_WAIT
        ? fatal(
            `${where}: the server asks for a pause of ${pauseOf(error.waitFor)} (${error.message}); resume the run then`,
          )
        : again(error, true),
  },
  {
    words: /\b(?:loading|warming up|starting up)\b/i,
    unless: ({ status }) => status !== 503,
    failure: (error) => again(error, true),
  },
  {
    statuses: [408, 409, 425],
    codes: /overloaded|server_error|unavailable|timeout/,
    words: /\b(?:crashed|overloaded|temporarily|server busy|at capacity|timed out|try again later)\b/i,
    failure: (error) => again(error, false),
  },
  { failure: (error, called) => partRefused(error, called, true) },
]

/** @returns the failure by the first rule that matches; an unknown error with status 4xx concerns this request alone */
export function failureOf(error: ServerError, called: Called): Failure {
  for (const rule of RULES) {
    const failure = matches(rule, error) ? rule.failure(error, called) : undefined
    if (failure) return failure
  }
  const { status, message } = error
  const isTemporary = status === undefined || (status >= 500 && status !== 501 && status !== 505)
  return isTemporary ? again(error, false) : { kind: 'refused', message }
}

function matches({ statuses, codes, words, unless }: Rule, error: ServerError): boolean {
  if (unless?.(error) === true) return false
  if (statuses === undefined && codes === undefined && words === undefined) return true
  const { status, message } = error
  return (
    (status !== undefined && statuses?.includes(status) === true) ||
    (codes !== undefined && error.codes.some((code) => codes.test(code))) ||
    words?.test(message) === true
  )
}

function overflow({ message }: ServerError): Failure {
  return { kind: 'answer', finish: 'context-overflow', message }
}

function unknownModel({ message }: ServerError, { where }: Called): Failure {
  return { kind: 'fatal', of: 'model', message: `${where}: no such model or address (${message}); check both` }
}

function again({ message, waitFor, inBand }: ServerError, isLimit: boolean): Failure {
  return { kind: 'again', message, waitFor, mayBePaid: inBand, isLimit }
}

function fatal(message: string): Failure {
  return { kind: 'fatal', message }
}

function pauseOf(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000)
  return minutes < 120 ? `${String(minutes)} minutes` : `${String(Math.round(minutes / 60))} hours`
}

// ---- parts of a request that a server refuses -----------------------------------------------------------------------

/** The part of a request that is the role of its first message. */
export const SYSTEM = 'system'

const REFUSAL = new RegExp(
  [
    "n[o']t (?:\\w+ )?(?:support|permit|allow|accept|enabled|available|valid|recogni|implemented)|unsupported|unrecogni[sz]ed",
    'unknown|unexpected|extra (?:inputs|fields)|deprecated|must be|invalid|too (?:large|big)|only .{0,40}(?:supported|allowed|is)',
    'maximum allowed|cannot (?:be|find)|verified to|非法|不支持',
  ].join('|'),
  'i',
)
/** Statuses of servers that refuse a part; 500 comes from those that pass unknown parameters on. */
const REFUSING = new Set([400, 403, 404, 405, 406, 415, 422, 500, 501])

/** Words of servers whose models know no system message. The templates of some models only say which roles must follow each other. */
const NO_SYSTEM = new RegExp(
  [
    'system role|role.{0,15}\\bsystem\\b|developer instruction|only user(?:,| and) assistant|system (?:message|prompt|instruction)s?.{0,40}\\bnot\\b',
    "not support .{0,5}system|^(?!.*optional system).*roles must alternate|'system' .{0,30}\\bnot\\b",
  ].join('|'),
  'i',
)
const NO_STREAM =
  /stream(?:ing)? (?:\w+ ){0,3}(?:not|un)\s?support|not support .{0,5}stream(?:ing)?\b|to stream this model|['"`]stream['"`]|\bstream\s*[=:]\s*true|streaming is (?:not|disabled)/i

/** Undefined if the server names no part that was sent. The longest name counts: `stream_options` also contains `stream`. */
function partRefused(error: ServerError, { parts }: Called, isRefusal: boolean): Failure | undefined {
  const { status, message, parameters } = error
  if (status !== undefined && !REFUSING.has(status)) return undefined
  const part = parts
    .toSorted((a, b) => b.length - a.length)
    .find((name) => parameters.some((each) => isPart(each, name)) || (isRefusal && isNamed(message, name)))
  return part === undefined ? undefined : { kind: 'part-refused', part, message }
}

function isPart(parameter: string, name: string): boolean {
  const last = parameter.split('.').at(-1)
  return name === SYSTEM ? /^messages?\W?0?\W*role$/.test(parameter) : parameter === name || last === name
}

function isNamed(message: string, name: string): boolean {
  if (name === SYSTEM) return NO_SYSTEM.test(message)
  if (name === 'stream') return NO_STREAM.test(message)
  const camel = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return new RegExp(`(?<!\\w)(?:${name}|${camel})(?!\\w)`).test(message)
}

// ---- connections ---------------------------------------------------------------------------------------------------

/** Codes of errors that come before a request is sent. */
const NOT_SENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT|ERR_TLS|ERR_SSL)|CERT|SELF_SIGNED/
/** Errors that are the cause of each other. */
const MOST_CAUSES = 5

/** Whether a request may have reached the server before the connection failed. */
export function mayHaveArrived(error: unknown): boolean {
  let cause = error
  for (let depth = 0; depth < MOST_CAUSES && typeof cause === 'object' && cause !== null; depth += 1) {
    const { code, cause: next } = cause as { readonly code?: unknown; readonly cause?: unknown }
    if (typeof code === 'string' && NOT_SENT.test(code)) return false
    cause = next
  }
  return true
}
