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
  readonly #secrets = new Set<string>()
  readonly #disguises = new Disguises()
  #pattern: RegExp | undefined

  /** @param secrets Declared secrets */
  constructor(secrets: readonly string[] = []) {
    this.add(secrets)
  }

  /** A redactor for the environment variables that have the name and the form of a key. */
  static ofEnvironment(env: Environment): Redactor {
    const values = Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && SECRET_NAME.test(name) && LOOKS_LIKE_KEY.test(value) ? [value] : [],
    )
    return new Redactor(values)
  }

  add(secrets: readonly (string | undefined)[]): void {
    for (const secret of secrets) {
      if (secret === undefined || secret.length < SHORTEST) continue
      for (const form of formsOf(secret)) this.#secrets.add(form)
      this.#disguises.add(secret)
    }
    const longestFirst = [...this.#secrets].toSorted((a, b) => b.length - a.length)
    this.#pattern = longestFirst.length === 0 ? undefined : new RegExp(longestFirst.map(escaped).join('|'), 'g')
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

function formsOf(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), ...base64FormsOf(secret)]
}

/** Base64 encodes groups of three bytes, and a key may begin at any of them; takes the part that depends only on the key. */
function base64FormsOf(secret: string): string[] {
  return [0, 1, 2]
    .map((offset) => {
      const encoded = Buffer.from(`${'\0'.repeat(offset)}${secret}`)
        .toString('base64')
        .replaceAll('=', '')
      return encoded.slice(offset === 0 ? 0 : 4, -4)
    })
    .filter((form) => form.length >= SHORTEST)
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
