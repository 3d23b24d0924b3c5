import type { ProjectFile } from '../../contracts/types.ts'
import { Disguises } from './disguises.ts'
import type { Environment } from '../processes/environment.ts'

/** Replaces a key. */
export const REDACTED = '[redacted]'
/** Shorter values are placeholders such as "none", or ordinary words. */
const SHORTEST = 8
/** Names of environment variables and headers whose values are secret: `MYSQL_PWD`, but not `PWD`, which is the working folder. */
const SECRET_NAME =
  /key|token|secret|passw|passphrase|credential|authorization|cookie|(?:^|[_-])(?:pass|pat|auth)$|[_-]pwd$/i
/** User and password in a URL. */
const USER_INFO = /(?<=\w:\/\/)[^/@\s]+(?=@)/g
/** Names of options whose values are secret; `maxTokens` must not match. */
const SECRET_OPTION = /^(key|token)$|[a-z]key$|[a-z]token$|[_-](key|token)$|secret|password|credential/i
/** An environment variable that is not declared as a key must also look like one. */
const LOOKS_LIKE_KEY = /^(?=.*\d)(?=.*[A-Za-z])[\w.~+/=:-]{16,}$/

/** Environment variables for a record, without the values of secret ones. A number is never secret. */
export function withoutSecretVariables(variables: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(variables)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, hides(name, value) ? REDACTED : value.replace(USER_INFO, REDACTED)]),
  )
}

function hides(name: string, value: string): boolean {
  return SECRET_NAME.test(name) && !/^\d+$/.test(value)
}

export function isSecretOption(name: string): boolean {
  return SECRET_OPTION.test(name)
}

/** Options for a record, without the values of secret ones, however short. */
export function withoutSecrets(options: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(options)
  return Object.fromEntries(entries.map(([name, value]) => [name, isSecretOption(name) ? REDACTED : value]))
}

/**
 * Replaces keys before anything is written: in plain text, as encoded in JSON, URLs and base64, and in disguises that a
 * program can produce with a line of code.
 */
export class Redactor {
  /** Patterns of all forms of the keys. */
  readonly #secrets = new Set<string>()
  readonly #disguises = new Disguises()
  #pattern: RegExp | undefined

  /** @param secrets Declared secrets */
  constructor(secrets: readonly string[] = []) {
    this.add(secrets)
  }

  /** A redactor for the environment variables that have the name and the form of a key, and for the secrets of `pe` itself. */
  static ofEnvironment(env: Environment): Redactor {
    const values = Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && SECRET_NAME.test(name) && LOOKS_LIKE_KEY.test(value) ? [value] : [],
    )
    const redactor = new Redactor(values)
    redactor.add([env['PE_UPLOAD_TOKEN']])
    redactor.addUrl(env['PE_REDIS'])
    return redactor
  }

  add(secrets: readonly (string | undefined)[]): void {
    for (const secret of secrets) {
      if (secret === undefined || secret.length < SHORTEST) continue
      for (const form of formsOf(secret)) this.#secrets.add(form)
      this.#disguises.add(secret)
    }
    const longestFirst = [...this.#secrets].toSorted((a, b) => b.length - a.length)
    this.#pattern = longestFirst.length === 0 ? undefined : new RegExp(longestFirst.join('|'), 'g')
  }

  /** Adds a URL with a password, and the password. */
  addUrl(url: string | undefined): void {
    const [userInfo] = url?.match(USER_INFO) ?? []
    if (url === undefined || userInfo === undefined) return
    const password = userInfo.slice(userInfo.indexOf(':') + 1)
    this.add([url, userInfo, password, decoded(password)])
  }

  /** Adds the values of headers or variables with secret names, and credentials in URLs. */
  addHeaders(headers: Readonly<Record<string, string>>): void {
    const secret = Object.entries(headers).filter(([name]) => SECRET_NAME.test(name))
    this.add(secret.flatMap(([, value]) => [value, value.replace(/^\w+\s+/, '')]))
    const userInfo = Object.values(headers).flatMap((value) => value.match(USER_INFO) ?? [])
    this.add(userInfo.flatMap((whole) => [whole, whole.slice(whole.indexOf(':') + 1)]))
  }

  text(text: string): string {
    if (this.#pattern === undefined) return text
    const clean = text.replace(this.#pattern, REDACTED)
    let [result, from] = ['', 0]
    for (const [start, end] of this.#disguises.spans(clean)) {
      result += clean.slice(from, start) + REDACTED
      from = end
    }
    return result + clean.slice(from)
  }

  /** Redacts every text in a JSON value, field names included. */
  value<T>(value: T): T {
    return this.#pattern === undefined ? value : (this.#any(value) as T)
  }

  files<File extends ProjectFile>(files: readonly File[]): readonly File[] {
    if (this.#pattern === undefined) return files
    return files.map((file) => ({ ...file, path: this.text(file.path), content: this.#content(file.content) }))
  }

  #any(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value)
    if (Array.isArray(value)) return value.map((entry) => this.#any(entry))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [this.text(name), this.#any(entry)]))
  }

  /** Bytes are decoded as Latin-1, one character each, so that everything but keys is preserved. */
  #content(content: string | Uint8Array): string | Uint8Array {
    if (typeof content === 'string') return this.text(content)
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1')
    const clean = this.text(bytes)
    return clean === bytes ? content : Buffer.from(clean, 'latin1')
  }
}

/** Patterns. */
function formsOf(secret: string): string[] {
  const texts = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]
  return [...texts.map(escaped), ...base64FormsOf(secret)]
}

/** Bits of a byte, and of a character of base64. */
const [BYTE, DIGIT] = [8, 6]

/**
 * Base64 encodes groups of three bytes, and a key may begin at any of them. The characters that depend only on the key are fixed; one
 * on each side may also hold bits of the key, and the last group may be padded.
 */
function base64FormsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    const [start, end] = [(offset * BYTE) / DIGIT, ((offset + bytes.length) * BYTE) / DIGIT]
    const fixed = encoded.slice(Math.ceil(start), Math.floor(end))
    if (fixed.length < SHORTEST) return []
    const before = Number.isInteger(start) ? '' : ANY_DIGIT
    const after = Number.isInteger(end) ? '' : `${ANY_DIGIT}={0,2}`
    return [`${before}${escaped(fixed).replaceAll('/', '[/_]').replaceAll('\\+', '[+-]')}${after}`]
  })
}

/** Also of the alphabet for addresses. The digit may be missing if only a part of the text was taken. */
const ANY_DIGIT = '[A-Za-z0-9+/_-]?'

/** As in a URL; the same text if it is not encoded correctly. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
