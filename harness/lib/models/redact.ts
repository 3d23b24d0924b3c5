import type { ProjectFile } from '../../contracts/types.ts'
import { Disguises } from './disguises.ts'

/** What stands where a key stood. */
export const REDACTED = '[redacted]'
/** Shorter values are placeholders such as "none", and ordinary words. */
const SHORTEST = 8
/** A name that a secret has, in the environment or among headers. */
const SECRET_NAME =
  /key|token|secret|passw|passphrase|credential|authorization|cookie|(?:^|[_-])(?:pass|pwd|pat|auth)$/i
/** What an address holds of whoever it is for. */
const USER_INFO = /(?<=\w:\/\/)[^/@\s]+(?=@)/g
/** The same among options, where `maxTokens` is none. */
const SECRET_OPTION = /^(key|token)$|[a-z]key$|[a-z]token$|[_-](key|token)$|secret|password|credential/i
/** Values of the environment that nobody declared as keys have to look like one. */
const LOOKS_LIKE_KEY = /^(?=.*\d)(?=.*[A-Za-z])[\w.~+/=:-]{16,}$/

/** Variables as they are written, like options; more names of theirs say that they are secret. No number is one. */
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

/** Options as they are written: without the values of those whose names say that they are secret, however short. */
export function withoutSecrets(options: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(options)
  return Object.fromEntries(entries.map(([name, value]) => [name, isSecretOption(name) ? REDACTED : value]))
}

/**
 * Replaces keys wherever they are about to be written: as they are, as JSON, URLs and base64 have them, and in the disguises
 * that a program gives them with a line of code.
 */
export class Redactor {
  readonly #secrets = new Set<string>()
  readonly #disguises = new Disguises()
  #pattern: RegExp | undefined

  /** @param secrets Declared ones */
  constructor(secrets: readonly string[] = []) {
    this.add(secrets)
  }

  /** Keys that the environment holds under names that say so. */
  static ofEnvironment(env: Readonly<Record<string, string | undefined>>): Redactor {
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

  /** Values of headers, or of variables, whose names say that they are secret. */
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

  /** Every text in a value of JSON, names of fields included. */
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

  /** Bytes are searched as the characters of one byte each, so that everything else in them stays as it is. */
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

/** Where a key begins among the bytes that are encoded three by three decides what becomes of it: the part that is its own. */
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
