/** Playwright numbers calls; since 1.65 the number has a random prefix. */
export type CallId = string | number

/** A call of Playwright's client to its server, on its way to a driver. */
export interface Call {
  readonly id: CallId
  /** Such as `frame@3f…`: the kind of the object and its number. */
  readonly guid: string
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  /** The library calls it for itself. */
  readonly internal: boolean
  /** It acts on a page as a user would, or navigates. */
  readonly input: boolean
}

/** The end of a call. */
export interface CallEnd {
  readonly id: CallId
  /** The message of the error, if the call failed. */
  readonly error?: string
}

/** Hears of all calls to one driver. Must not throw. */
export interface CallListener {
  /** Called before the call is sent: a call that it makes itself is sent first. */
  begun(call: Call): void
  ended(end: CallEnd): void
}

/** Messages as Playwright's connection writes and reads them. */
interface Message {
  readonly id?: unknown
  readonly guid?: unknown
  readonly method?: unknown
  readonly params?: unknown
  readonly metadata?: { readonly internal?: unknown }
  readonly error?: { readonly error?: { readonly message?: unknown } }
}

/** @returns Undefined for a message that is no call */
export function callOf(message: object, input: boolean): Call | undefined {
  const { id, guid, method, params, metadata }: Message = message
  if (!isId(id) || typeof guid !== 'string' || typeof method !== 'string') return undefined
  const known = typeof params === 'object' && params !== null ? (params as Call['params']) : {}
  return { id, guid, method, params: known, internal: metadata?.internal === true, input }
}

/** @returns Undefined for a message that answers no call */
export function callEndOf(message: object): CallEnd | undefined {
  const { id, error }: Message = message
  if (!isId(id)) return undefined
  if (error === undefined) return { id }
  const text = error.error?.message
  return { id, error: typeof text === 'string' ? text : 'failed' }
}

function isId(id: unknown): id is CallId {
  return typeof id === 'string' || typeof id === 'number'
}
