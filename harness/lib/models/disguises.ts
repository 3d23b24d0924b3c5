/** Letters and digits of a random key that count as the key: LONG_PART of a key with at least LONG_KEY, else SHORT_PART. */
const LONG_PART = 14
const SHORT_PART = 12
const LONG_KEY = 18
/** Length of the rolling hash, in letters and digits. No part to be found is shorter, in any form. */
const SEED = 12
/** Changes between upper case, lower case and digits. A key with fewer may consist of words, and parts of it occur by chance. */
const RANDOM_CHANGES = 4
/** A longer secret is a file, such as a certificate: it is searched only as text and as base64. */
const FILE = 512

/** A form of a key: its letters and digits in lower case. */
interface Form {
  readonly codes: readonly number[]
  /** How many consecutive codes must match. */
  readonly part: number
}

interface Place {
  readonly form: Form
  /** The index in the form at which the seed begins. */
  readonly at: number
}

/** Start and end, the end exclusive. */
export type Span = readonly [number, number]

/**
 * Finds keys, and parts of keys, in other notations: reversed, in another case, as character codes in several bases, in base64.
 * Ignores everything between letters and digits: spaces, line breaks, zero-width characters, the quotes and plus signs of a
 * concatenation. The time is linear in the length of the text.
 */
export class Disguises {
  readonly #seeds = new Map<number, Place[]>()
  readonly #known = new Set<string>()
  /** A filter on shortened hashes of seeds; it rejects almost every position in a text with one lookup. */
  readonly #likely = new Uint8Array(LIKELY)

  add(secret: string): void {
    if (this.#known.has(secret)) return
    this.#known.add(secret)
    for (const form of formsOf(secret)) this.#addForm(form)
  }

  #addForm(form: Form): void {
    const { codes } = form
    let hash = 0
    for (let end = 0; end < codes.length; end += 1) {
      hash = (appended(hash, codes[end] ?? 0) - Math.imul(codes[end - SEED] ?? 0, OLDEST)) | 0
      const at = end - SEED + 1
      if (at < 0) continue
      this.#likely[shortened(hash)] = 1
      const places = this.#seeds.get(hash)
      if (places) places.push({ form, at })
      else this.#seeds.set(hash, [{ form, at }])
    }
  }

  /** In order, without overlaps. */
  spans(text: string): Span[] {
    const found: Span[] = []
    if (text.length < SEED || this.#seeds.size === 0) return found
    const last = new Uint16Array(SEED)
    let slot = 0
    let hash = 0
    for (let index = 0; index < text.length; index += 1) {
      const code = codeOf(text.charCodeAt(index))
      if (code === 0) continue
      hash = (appended(hash, code) - Math.imul(last[slot] ?? 0, OLDEST)) | 0
      last[slot] = code
      slot = slot + 1 === SEED ? 0 : slot + 1
      if (this.#likely[shortened(hash)] === 0) continue
      const span = longest(this.#seeds.get(hash) ?? [], text, index)
      if (!span) continue
      found.push(span)
      index = span[1] - 1
      hash = 0
      last.fill(0)
    }
    return found
  }
}

const BASE = 31
/** The factor of the oldest character of a seed in the hash when the next one is appended: BASE ** SEED. */
const OLDEST = Array.from({ length: SEED }).reduce<number>((power) => Math.imul(power, BASE), 1)

/** Size of the filter: a power of two. */
const LIKELY = 2 ** 18

function shortened(hash: number): number {
  return (hash ^ (hash >>> 13)) & (LIKELY - 1)
}

function appended(hash: number, code: number): number {
  return (Math.imul(hash, BASE) + code) | 0
}

/** The code of a letter in lower case or of a digit, full-width ones included; 0 for anything else. */
function codeOf(code: number): number {
  return code < 128 ? (PLAIN[code] ?? 0) : code >= 0xff10 && code <= 0xff5a ? (PLAIN[code - 0xfee0] ?? 0) : 0
}

const PLAIN = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9]/.test(String.fromCharCode(code)) ? String.fromCharCode(code).toLowerCase().charCodeAt(0) : 0,
)

/** @param index The index of the last character of a seed */
function longest(places: readonly Place[], text: string, index: number): Span | undefined {
  const spans = places.map((place) => spanOf(place, text, index)).filter((span) => span !== undefined)
  return spans.toSorted((a, b) => b[1] - b[0] - (a[1] - a[0]))[0]
}

/** Extends a match of a seed in both directions as far as text and form agree. */
function spanOf({ form, at }: Place, text: string, index: number): Span | undefined {
  const back = follow(text, index, -1, (step) => form.codes[at + SEED - 1 - step])
  // Hashes can collide.
  if (back.agreed < SEED) return undefined
  const ahead = follow(text, index + 1, 1, (step) => form.codes[at + SEED + step])
  const end = ahead.agreed === 0 ? index : ahead.last
  return back.agreed + ahead.agreed < form.part ? undefined : [back.last, end + 1]
}

function follow(
  text: string,
  from: number,
  direction: 1 | -1,
  expected: (step: number) => number | undefined,
): { readonly agreed: number; readonly last: number } {
  let [agreed, last] = [0, from]
  for (let index = from; index >= 0 && index < text.length; index += direction) {
    const code = codeOf(text.charCodeAt(index))
    if (code === 0) continue
    if (code !== expected(agreed)) break
    agreed += 1
    last = index
  }
  return { agreed, last }
}

function formsOf(secret: string): Form[] {
  const plain = codesOf(secret)
  if (plain.length < SEED) return []
  const random = changes(secret) >= RANDOM_CHANGES
  const part = random ? (plain.length < LONG_KEY ? SHORT_PART : LONG_PART) : plain.length
  const variants = [secret, secret.toUpperCase(), secret.toLowerCase()]
  const written = [...new Set(variants.flatMap((each) => [each, Array.from(each).toReversed().join('')]))]
  const forms: Form[] = [plain, codesOf(encodeURIComponent(secret))].map((codes) => ({ codes, part }))
  for (const each of written) {
    const bytes = [...Buffer.from(each)]
    for (const write of secret.length > FILE ? [] : CODES) {
      const codes = codesOf(bytes.map(write).join(' '))
      forms.push({ codes, part: random ? Math.ceil((part * codes.length) / bytes.length) : codes.length })
    }
    for (const codes of base64Of(each)) {
      // Base64 of a part alone differs at its ends, where groups of three bytes are incomplete.
      const inPart = Math.floor(((part - 2) * 4) / 3)
      forms.push({ codes, part: random ? Math.max(SEED, Math.min(inPart, codes.length)) : codes.length })
    }
  }
  return forms.flatMap((form) => [form, { ...form, codes: form.codes.toReversed() }])
}

/** Notations of character codes: `73 6b`, `\x73\x6b`, `\u0073`, `0x73, 0x6b`, `115, 107`, `\163\153`, `01110011`. */
const CODES: readonly ((byte: number) => string)[] = [
  (byte) => hex(byte),
  (byte) => `x${hex(byte)}`,
  (byte) => `u00${hex(byte)}`,
  (byte) => `0x${hex(byte)}`,
  (byte) => String(byte),
  (byte) => byte.toString(8).padStart(3, '0'),
  (byte) => byte.toString(2).padStart(8, '0'),
]

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}

/** The three base64 forms of a text: base64 encodes groups of three bytes, and the text may begin at any of them. */
function base64Of(text: string): number[][] {
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.from(`${'\0'.repeat(offset)}${text}`)
      .toString('base64')
      .replaceAll('=', '')
    return codesOf(encoded.slice(offset === 0 ? 0 : 4, -2))
  })
}

function codesOf(text: string): number[] {
  const codes: number[] = []
  for (let index = 0; index < text.length; index += 1) {
    const code = codeOf(text.charCodeAt(index))
    if (code !== 0) codes.push(code)
  }
  return codes
}

function changes(text: string): number {
  const kinds = text
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .replaceAll(/[a-z]+/g, 'a')
    .replaceAll(/[A-Z]+/g, 'A')
  return kinds.replaceAll(/\d+/g, '0').length - 1
}
