import type { SyntaxNode, SyntaxTree } from '../../../lib/syntax/syntax-tree.ts'
import { firstSeen, normaliseEdges, tidy, type Edge, type NameOrder } from './edges.ts'
import { NoDataFlow, Tokens } from './tokens.ts'
import { Visitor, type Rule } from './visit.ts'

/** The data flow of a text as in the published implementation; empty if that fails on the text. */
export function publishedFlow(tree: SyntaxTree, rule: Rule): string[] {
  return flowOf(tree, rule, publishedCode(tree.text), publishedOrder)
}

/** The data flow of a text; empty if it cannot be determined. */
export function strictFlow(tree: SyntaxTree, rule: Rule): string[] {
  return flowOf(tree, rule, ({ start, end }) => tree.text.slice(start, end), firstSeen)
}

function flowOf(tree: SyntaxTree, rule: Rule, codeOf: (node: SyntaxNode) => string, order: NameOrder): string[] {
  return normaliseEdges(tidy(edgesOf(new Tokens(tree, codeOf), tree, rule, order), order))
}

function edgesOf(tokens: Tokens, tree: SyntaxTree, rule: Rule, order: NameOrder): readonly Edge[] {
  try {
    return new Visitor(tokens, rule, order).edgesOf(tree.nodes[0])
  } catch (error) {
    if (error instanceof NoDataFlow) return []
    throw error
  }
}

// ---- published code ------------------------------------------------------------------------------------------------

/**
 * The text of nodes as the published implementation extracts it: it uses columns in UTF-8 bytes as character indices, so
 * everything after a non-ASCII character on a line is shifted. Line ends are omitted.
 */
function publishedCode(text: string): (node: SyntaxNode) => string {
  if (/^[\0-\x7f]*$/.test(text)) return ({ start, end }) => text.slice(start, end).replaceAll('\n', '')
  const lines = linesOf(text)
  return ({ start, end }) => {
    const first = lineAt(lines, start)
    const last = lineAt(lines, end)
    const parts: string[] = []
    for (let number = first; number <= last; number += 1) {
      const line = lines[number]
      if (!line) continue
      const from = number === first ? bytesBefore(line, start) : 0
      const to = number === last ? bytesBefore(line, end) : line.characters.length
      parts.push(line.characters.slice(from, to).join(''))
    }
    return parts.join('')
  }
}

interface Line {
  /** Offset of its first character, in UTF-16 code units. */
  readonly begin: number
  readonly text: string
  /** Code points. */
  readonly characters: readonly string[]
}

function linesOf(text: string): Line[] {
  let begin = 0
  return text.split('\n').map((line) => {
    const entry = { begin, text: line, characters: Array.from(line) }
    begin += line.length + 1
    return entry
  })
}

/** The last line that begins at or before an offset. */
function lineAt(lines: readonly Line[], offset: number): number {
  let [low, high] = [0, lines.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((lines[middle]?.begin ?? Infinity) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

function bytesBefore({ begin, text }: Line, offset: number): number {
  return Buffer.byteLength(text.slice(0, offset - begin))
}

// ---- published order -----------------------------------------------------------------------------------------------

// The order in which CPython iterates over a set of strings if PYTHONHASHSEED is 0: the order of their slots in a hash table
// with SipHash-1-3 (Aumasson and Bernstein, 2012) and both keys 0. Published data flows were computed with it.

const MIN_SLOTS = 8
const NEIGHBOURS = 9

export const publishedOrder: NameOrder = (names) => {
  let slots: (string | undefined)[] = new Array<undefined>(MIN_SLOTS).fill(undefined)
  let used = 0
  for (const name of names) {
    const slot = slotFor(name, slots)
    if (slots[slot] !== undefined) continue
    slots[slot] = name
    used += 1
    if (used * 5 >= (slots.length - 1) * 3) slots = enlarged(slots, used)
  }
  return slots.filter((name) => name !== undefined)
}

/** The slot of a name, or the free slot into which it would be inserted. */
function slotFor(name: string, slots: readonly (string | undefined)[]): number {
  const mask = BigInt(slots.length - 1)
  let perturb = BigInt.asUintN(64, stringHash(name))
  let slot = perturb & mask
  for (;;) {
    const first = Number(slot)
    const last = first + NEIGHBOURS < slots.length ? first + NEIGHBOURS : first
    for (let each = first; each <= last; each += 1) if (slots[each] === undefined || slots[each] === name) return each
    perturb >>= 5n
    slot = (slot * 5n + 1n + perturb) & mask
  }
}

function enlarged(slots: readonly (string | undefined)[], used: number): (string | undefined)[] {
  const least = used > 50_000 ? used * 2 : used * 4
  let size = MIN_SLOTS
  while (size <= least) size *= 2
  const larger = new Array<string | undefined>(size).fill(undefined)
  for (const name of slots) if (name !== undefined) larger[slotFor(name, larger)] = name
  return larger
}

const hashes = new Map<string, bigint>()
const MAX_HASHES = 100_000

/** Python's `hash()` of a string: signed, 64 bits. */
export function stringHash(text: string): bigint {
  const known = hashes.get(text)
  if (known !== undefined) return known
  if (hashes.size >= MAX_HASHES) hashes.clear()
  const hash = text === '' ? 0n : BigInt.asIntN(64, sipHash13(storedBytes(text)))
  const valid = hash === -1n ? -2n : hash
  hashes.set(text, valid)
  return valid
}

/** A string as CPython stores it: 1, 2 or 4 bytes per character, as the largest one needs. */
function storedBytes(text: string): Buffer {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  const largest = points.reduce((most, point) => Math.max(most, point), 0)
  const width = largest < 0x100 ? 1 : largest < 0x10000 ? 2 : 4
  const bytes = Buffer.alloc(points.length * width)
  for (const [index, point] of points.entries()) bytes.writeUIntLE(point, index * width, width)
  return bytes
}

type State = [bigint, bigint, bigint, bigint]

function sipHash13(bytes: Buffer): bigint {
  const state: State = [0x736f6d6570736575n, 0x646f72616e646f6dn, 0x6c7967656e657261n, 0x7465646279746573n]
  const whole = bytes.length - (bytes.length % 8)
  for (let at = 0; at < whole; at += 8) absorb(state, bytes.readBigUInt64LE(at))
  const last = Buffer.alloc(8)
  bytes.copy(last, 0, whole)
  last[7] = bytes.length & 0xff
  absorb(state, last.readBigUInt64LE(0))
  state[2] ^= 0xffn
  for (let time = 0; time < 3; time += 1) round(state)
  return state[0] ^ state[1] ^ state[2] ^ state[3]
}

function absorb(state: State, word: bigint): void {
  state[3] ^= word
  round(state)
  state[0] ^= word
}

function round(state: State): void {
  let [a, b, c, d] = state
  a = sum(a, b)
  b = rotated(b, 13n) ^ a
  a = rotated(a, 32n)
  c = sum(c, d)
  d = rotated(d, 16n) ^ c
  a = sum(a, d)
  d = rotated(d, 21n) ^ a
  c = sum(c, b)
  b = rotated(b, 17n) ^ c
  c = rotated(c, 32n)
  ;[state[0], state[1], state[2], state[3]] = [a, b, c, d]
}

function sum(a: bigint, b: bigint): bigint {
  return BigInt.asUintN(64, a + b)
}

function rotated(value: bigint, bits: bigint): bigint {
  return BigInt.asUintN(64, (value << bits) | (value >> (64n - bits)))
}
