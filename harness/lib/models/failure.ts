import type { Finish } from './schema.ts'

/** How a call failed. */
export type Failure =
  /** A retry may help. `waitFor` is in milliseconds. `mayBePaid`: the server may have counted tokens although no answer came. */
  | {
      readonly kind: 'again'
      readonly message: string
      readonly waitFor: number | undefined
      readonly mayBePaid: boolean
    }
  /** Counts as an answer, such as a refusal: a retry would give the same. */
  | { readonly kind: 'answer'; readonly finish: Finish; readonly message: string }
  /** Ends the run: no other call can succeed either. */
  | { readonly kind: 'fatal'; readonly message: string }
  /** The server rejects this request, but may answer others. */
  | { readonly kind: 'refused'; readonly message: string }

/** The error response of a server. */
export interface ErrorAnswer {
  readonly status: number | undefined
  readonly code: string
  readonly message: string
  readonly header: (name: string) => string | null
}

const AGAIN = new Set([408, 409, 429])

/**
 * @param where Model and server, for messages
 * @param keyVariable The environment variable with the key, if there is one
 */
export function failureOf(answer: ErrorAnswer, where: string, keyVariable?: string): Failure {
  const { status, code, message } = answer
  if (status === undefined) return { kind: 'again', message, waitFor: undefined, mayBePaid: true }
  if (code === 'insufficient_quota')
    return fatal(`${where}: the account has no quota left (${message}); add credit or use another key`)
  if (AGAIN.has(status) || status >= 500)
    return { kind: 'again', message, waitFor: retryAfter(answer), mayBePaid: false }
  if (/^(content_filter|content_policy_violation|moderation|invalid_prompt)/.test(code))
    return { kind: 'answer', finish: 'content-filter', message }
  if (status === 413 || isOverflow(code, message)) return { kind: 'answer', finish: 'context-overflow', message }
  if (status === 401 || status === 403)
    return fatal(`${where}: the server rejects the key (${message}); set another one${inVariable(keyVariable)}`)
  if (status === 404) return fatal(`${where}: no such model or address (${message}); check both`)
  return { kind: 'refused', message }
}

function inVariable(name: string | undefined): string {
  return name === undefined ? '' : ` in the environment variable ${name}`
}

function fatal(message: string): Failure {
  return { kind: 'fatal', message }
}

/** Most servers have no error code for it, so the message is searched too. */
function isOverflow(code: string, message: string): boolean {
  const words = /context.{0,20}(length|window|size)|prompt is too long|too many tokens|exceeds? .{0,40}context/i
  return code === 'context_length_exceeded' || words.test(message)
}

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

/** Milliseconds that the server asks to wait. Retry-After is a number of seconds or a date. */
function retryAfter({ header }: ErrorAnswer): number | undefined {
  const exact = Number.parseFloat(header('retry-after-ms') ?? '')
  if (Number.isFinite(exact)) return Math.max(0, exact)
  const value = header('retry-after')?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}
