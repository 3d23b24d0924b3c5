import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

/** The headers in which clients send a key, and the parameter of an address. */
const PLACES = ['authorization', 'x-api-key', 'x-goog-api-key', 'api-key'] as const
const PARAMETER = 'key'

/** Concern one connection, or are written again. An answer that is compressed could not be read while it passes. */
const NOT_PASSED = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'expect', 'host', 'content-length', 'accept-encoding'],
])

/** Whether a request carries the token of its room. */
export function hasToken(headers: IncomingHttpHeaders, query: URLSearchParams, token: string): boolean {
  return PLACES.some((name) => isToken(valueOf(headers, name), token)) || isToken(query.get(PARAMETER) ?? '', token)
}

/** The headers of a request with the key where the token was, and no other credentials. */
export function withKey(
  headers: IncomingHttpHeaders,
  { token, key, extra }: { readonly token: string; readonly key: string | undefined; readonly extra: object },
): OutgoingHttpHeaders {
  const passed: OutgoingHttpHeaders = {}
  for (const [name, value] of Object.entries(headers)) {
    if (NOT_PASSED.has(name) || value === undefined) continue
    const place = PLACES.find((each) => each === name)
    if (place === undefined) passed[name] = value
    else if (key !== undefined && isToken(valueOf(headers, place), token))
      passed[name] = place === 'authorization' ? `Bearer ${key}` : key
  }
  return { ...passed, 'accept-encoding': 'identity', ...extra }
}

/** The same for the parameter of an address. */
export function withKeyParameter(url: URL, key: string | undefined): URL {
  if (!url.searchParams.has(PARAMETER)) return url
  const changed = new URL(url)
  if (key === undefined) changed.searchParams.delete(PARAMETER)
  else changed.searchParams.set(PARAMETER, key)
  return changed
}

/** The headers of an answer that a tool gets. Cookies of the vendor belong to the user of the key. */
export function passedBack(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => name === 'content-length' || (!NOT_PASSED.has(name) && name !== 'set-cookie'),
    ),
  )
}

function valueOf(headers: IncomingHttpHeaders, name: (typeof PLACES)[number]): string {
  const value = headers[name]
  const text = typeof value === 'string' ? value : ''
  return name === 'authorization' ? text.replace(/^bearer\s+/i, '') : text
}

function isToken(value: string, token: string): boolean {
  const [one, other] = [Buffer.from(value), Buffer.from(token)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/**
 * Covers the key in bytes that pass, so that a server that repeats its requests does not tell it to the room. Bytes are held back only
 * while they may be the beginning of the key.
 */
export class KeyCover {
  readonly #key: Buffer
  #held: Buffer = Buffer.alloc(0)

  constructor(key: string | undefined) {
    this.#key = Buffer.from(key ?? '')
  }

  push(chunk: Buffer): Buffer {
    if (this.#key.length === 0) return chunk
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    const covered = this.#covered(bytes)
    const kept = this.#beginsAtEnd(covered)
    this.#held = covered.subarray(covered.length - kept)
    return covered.subarray(0, covered.length - kept)
  }

  end(): Buffer {
    return this.#held
  }

  #covered(bytes: Buffer): Buffer {
    let at = bytes.indexOf(this.#key)
    if (at < 0) return bytes
    const copy = Buffer.from(bytes)
    for (; at >= 0; at = copy.indexOf(this.#key, at)) copy.fill('x', at, at + this.#key.length)
    return copy
  }

  /** How many bytes at the end may be the beginning of the key. */
  #beginsAtEnd(bytes: Buffer): number {
    for (let length = Math.min(this.#key.length - 1, bytes.length); length > 0; length -= 1)
      if (this.#key.subarray(0, length).equals(bytes.subarray(bytes.length - length))) return length
    return 0
  }
}
