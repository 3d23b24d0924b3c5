/** Compares what a program prints with what it should print, as it comes: neither is ever in memory as a whole. */
import { closeSync, openSync, readSync } from 'node:fs'
import { visible } from '../shown-value.ts'
import { CanonicalText } from './canonical-text.ts'
import { Numbers } from './tokens.ts'
import type { Point } from './plan.ts'

/** The first difference. Lines and columns count from 1; both texts are cut at the same places. */
export interface Difference {
  readonly line?: number
  /** Only if the beginning of the line is left out. */
  readonly column?: number
  readonly byte: number
  readonly expected: string
  readonly got: string
}

export interface Comparison {
  feed(chunk: Buffer): void
  /** Call once, at the end. @returns undefined if nothing differs */
  end(): Difference | undefined
}

const CHUNK = 64 * 1024
const NEWLINE = 0x0a
/** Bytes of a text that a difference shows, and how many of them come before the first byte that differs. */
const SHOWN = 120
const BEFORE = 40

export function openComparison(expected: string, compare: Point['compare']): Comparison {
  if (compare.how === 'tolerance') return new ToleranceComparison(expected, compare)
  return new ByteComparison(expected, compare.how === 'text')
}

/** A file that is read from the beginning to its end. */
class Reader {
  readonly #fd: number
  readonly #buffer = Buffer.alloc(CHUNK)
  position = 0

  constructor(file: string) {
    this.#fd = openSync(file, 'r')
  }

  /** At most so many bytes; fewer only at the end. */
  read(length: number): Buffer {
    const into = length <= CHUNK ? this.#buffer : Buffer.alloc(length)
    let filled = 0
    while (filled < length) {
      const count = readSync(this.#fd, into, filled, length - filled, this.position)
      if (count === 0) break
      filled += count
      this.position += count
    }
    return into.subarray(0, filled)
  }

  close(): void {
    closeSync(this.#fd)
  }
}

/**
 * As long as the bytes are the same, chunks are compared at once. From the first byte that differs on, both sides are
 * normalised: what was the same before it cannot make them differ.
 */
class ByteComparison implements Comparison {
  readonly #file: string
  readonly #reader: Reader
  readonly #isText: boolean
  /** The normalised output, from the first byte that differs. */
  #normal: { readonly ours: CanonicalText; readonly theirs: CanonicalText } | undefined
  /** Bytes of the normalised expected text that were not compared yet. */
  #waiting: Buffer = Buffer.alloc(0)
  /** The end of what was printed of this line, and how many bytes come before it. */
  #line = ''
  #left = 0
  /** `open`: whether the line of the difference may continue in the next chunk. */
  #found: { readonly at: number; got: string; open: boolean } | undefined
  #ended = false

  constructor(file: string, isText: boolean) {
    this.#file = file
    this.#reader = new Reader(file)
    this.#isText = isText
  }

  feed(chunk: Buffer): void {
    if (this.#found) {
      if (this.#found.open) this.#continueLine(this.#found, chunk)
      return
    }
    if (this.#normal) {
      this.#compareNormal(this.#normal.ours.push(chunk))
      return
    }
    const start = this.#reader.position
    const expected = this.#reader.read(chunk.length)
    if (expected.equals(chunk)) {
      this.#remember(chunk)
      return
    }
    const same = sameBytes(expected, chunk)
    this.#remember(chunk.subarray(0, same))
    if (!this.#isText) {
      this.#differs(start + same, chunk.subarray(same))
      return
    }
    this.#reader.position = start + same
    this.#normal = { ours: new CanonicalText(), theirs: new CanonicalText() }
    this.#compareNormal(this.#normal.ours.push(chunk.subarray(same)))
  }

  end(): Difference | undefined {
    try {
      if (!this.#found) this.#compareRest()
      return this.#found && this.#described(this.#found)
    } finally {
      this.#reader.close()
    }
  }

  /** Finds expected output that is missing at the end. */
  #compareRest(): void {
    if (!this.#isText) {
      if (this.#reader.read(1).length > 0) this.#differs(this.#reader.position - 1, Buffer.alloc(0))
      return
    }
    const { theirs } = (this.#normal ??= { ours: new CanonicalText(), theirs: new CanonicalText() })
    while (this.#waiting.length === 0 && !this.#ended) this.#readMore(theirs)
    const at = this.#reader.position - theirs.held - this.#waiting.length
    if (this.#waiting.length > 0) this.#differs(Math.max(0, at), Buffer.alloc(0))
  }

  #compareNormal(ours: Buffer): void {
    const theirs = this.#normal?.theirs
    if (!theirs) return
    let rest = ours
    while (rest.length > 0) {
      while (this.#waiting.length === 0 && !this.#ended) this.#readMore(theirs)
      const length = Math.min(rest.length, this.#waiting.length)
      const same = sameBytes(rest.subarray(0, length), this.#waiting.subarray(0, length))
      this.#remember(rest.subarray(0, same))
      if (length === 0 || same < length) {
        // Trailing blanks that were dropped before make this a little too late.
        const at = this.#reader.position - theirs.held - this.#waiting.length + same
        this.#differs(Math.max(0, at), rest.subarray(same))
        return
      }
      rest = rest.subarray(length)
      this.#waiting = this.#waiting.subarray(length)
    }
  }

  #readMore(theirs: CanonicalText): void {
    const read = this.#reader.read(CHUNK)
    if (read.length === 0) this.#ended = true
    else this.#waiting = theirs.push(read)
  }

  /** The line that is being printed. */
  #remember(bytes: Buffer): void {
    const last = bytes.lastIndexOf(NEWLINE)
    if (last >= 0) [this.#line, this.#left] = ['', 0]
    const part = bytes.subarray(last + 1)
    const whole = this.#line + part.subarray(-BEFORE).toString('latin1')
    this.#left += this.#line.length + part.length - Math.min(whole.length, BEFORE)
    this.#line = whole.slice(-BEFORE)
  }

  #differs(at: number, rest: Buffer): void {
    const open = !rest.includes(NEWLINE) && this.#normal?.ours.endsLine !== true
    this.#found = { at, got: this.#line + firstLine(rest), open }
  }

  #continueLine(found: { got: string; open: boolean }, chunk: Buffer): void {
    found.got += firstLine(chunk)
    found.open = !chunk.includes(NEWLINE) && found.got.length < SHOWN
  }

  #described({ at, got }: { readonly at: number; readonly got: string }): Difference {
    if (!this.#isText)
      return { byte: at, expected: byteAt(this.#file, at), got: got === '' ? 'nothing' : 'another byte' }
    const left = this.#left
    const { line, text } = lineAt(this.#file, at, left)
    if (left === 0) return { line, byte: at, expected: shown(text), got: shown(got) }
    const column = left + this.#line.length + 1
    return { line, column, byte: at, expected: `…${shown(text)}`, got: `…${shown(got)}` }
  }
}

/** Numbers may differ by a tolerance; everything else must be the same, whatever the blanks between. */
class ToleranceComparison implements Comparison {
  readonly #reader: Reader
  readonly #ours = new Numbers()
  readonly #theirs = new Numbers()
  readonly #close: (ours: string, theirs: string) => boolean
  readonly #waiting: string[] = []
  #ended = false
  #count = 0
  #found: Difference | undefined

  constructor(file: string, { absolute, relative }: { readonly absolute: number; readonly relative: number }) {
    this.#reader = new Reader(file)
    this.#close = (ours, theirs) => {
      if (ours === theirs) return true
      const [a, b] = [numberOf(ours), numberOf(theirs)]
      if (a === undefined || b === undefined) return false
      // No tolerance reaches from a number to an infinity, or from anything to no number.
      if (!Number.isFinite(a) || !Number.isFinite(b)) return Object.is(a, b)
      const distance = Math.abs(a - b)
      return distance <= absolute || distance <= relative * Math.abs(b)
    }
  }

  feed(chunk: Buffer): void {
    if (!this.#found) this.#compare(this.#ours.push(chunk))
  }

  end(): Difference | undefined {
    try {
      if (!this.#found) this.#compare(this.#ours.end())
      const left = this.#found ? undefined : this.#next()
      if (left !== undefined) this.#found = { byte: this.#count, expected: shown(left), got: '' }
      return this.#found
    } finally {
      this.#reader.close()
    }
  }

  #compare(tokens: readonly string[]): void {
    for (const token of tokens) {
      const expected = this.#next()
      this.#count += 1
      if (expected !== undefined && this.#close(token, expected)) continue
      this.#found ??= { byte: this.#count, expected: shown(expected ?? ''), got: shown(token) }
      return
    }
  }

  #next(): string | undefined {
    while (this.#waiting.length === 0 && !this.#ended) {
      const read = this.#reader.read(CHUNK)
      if (read.length === 0) this.#ended = true
      this.#waiting.push(...(this.#ended ? this.#theirs.end() : this.#theirs.push(read)))
    }
    return this.#waiting.shift()
  }
}

const DECIMAL = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i
const INFINITE = /^([-+]?)(?:inf|infinity)$/i
/** Programs in C print a sign, which means nothing. */
const NOT_A_NUMBER = /^[-+]?nan$/i

/** A number as programs print it; undefined for any other word. */
function numberOf(word: string): number | undefined {
  if (DECIMAL.test(word)) return Number(word)
  const [, sign] = INFINITE.exec(word) ?? []
  if (sign !== undefined) return sign === '-' ? -Infinity : Infinity
  return NOT_A_NUMBER.test(word) ? NaN : undefined
}

function sameBytes(a: Buffer, b: Buffer): number {
  const length = Math.min(a.length, b.length)
  let index = 0
  while (index < length && a[index] === b[index]) index += 1
  return index
}

function firstLine(bytes: Buffer): string {
  return bytes.subarray(0, SHOWN).toString('latin1').split('\n', 1)[0] ?? ''
}

/** The line of a file that holds a byte, without so many bytes at its beginning, and its number. */
function lineAt(file: string, at: number, without: number): { readonly line: number; readonly text: string } {
  const reader = new Reader(file)
  try {
    let [line, start] = [1, 0]
    for (let left = at; left > 0;) {
      const base = reader.position
      const read = reader.read(Math.min(CHUNK, left))
      if (read.length === 0) break
      left -= read.length
      for (let next = read.indexOf(NEWLINE); next >= 0; next = read.indexOf(NEWLINE, next + 1)) {
        line += 1
        start = base + next + 1
      }
    }
    reader.position = start + without
    return { line, text: firstLine(Buffer.from(reader.read(SHOWN))) }
  } finally {
    reader.close()
  }
}

function byteAt(file: string, at: number): string {
  const reader = new Reader(file)
  try {
    reader.position = at
    const [byte] = reader.read(1)
    return byte === undefined ? 'nothing' : `0x${byte.toString(16).padStart(2, '0')}`
  } finally {
    reader.close()
  }
}

/** A text of a project for a reason: cut, and with its invisible characters as codes. */
function shown(text: string): string {
  return visible(Buffer.from(text, 'latin1').toString('utf8').slice(0, SHOWN))
}
