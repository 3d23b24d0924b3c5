import type { Embedder } from './embedder.ts'

/** Increment it whenever the vectors change. */
const VERSION = 1
const DIMENSIONS = 1024
/** Lengths of the character n-grams of a word. */
const GRAMS = [3, 4]
/** The weight of a whole word, and of all its n-grams together. */
const WORD_WEIGHT = 1
const GRAMS_WEIGHT = 1

/**
 * Hashes words and their n-grams into a vector, with logarithmic counts. It needs no model, but knows no meanings: "sign in"
 * and "log in" share only one word.
 */
export const lexicalEmbedder: Embedder = {
  id: `lexical-${VERSION}`,
  embed: (texts) => Promise.resolve(texts.map(vectorOf)),
}

const WORD = /[\p{L}\p{N}]+/gu

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS)
  for (const [word, count] of countWords(text)) {
    const weight = 1 + Math.log(count)
    add(vector, hash(word), WORD_WEIGHT * weight)
    const bounded = `<${word}>`
    const share = (GRAMS_WEIGHT * weight) / Math.sqrt(GRAMS.length * bounded.length)
    for (const length of GRAMS) {
      for (let at = 0; at + length <= bounded.length; at += 1) add(vector, hash(bounded, at, at + length), share)
    }
  }
  return unit(vector)
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [word] of text.normalize('NFKC').toLowerCase().matchAll(WORD))
    counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** The sign keeps collisions from adding up (Weinberger et al., ICML 2009). */
function add(vector: Float32Array, number: number, weight: number): void {
  const place = number % DIMENSIONS
  const sign = number >= 0x80000000 ? -1 : 1
  vector[place] = (vector[place] ?? 0) + sign * weight
}

/** 32-bit FNV-1a with a final mix, because its low bits depend on few characters. */
function hash(text: string, from = 0, to = text.length): number {
  let value = 0x811c9dc5
  for (let at = from; at < to; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x7feb352d)
  return (value ^ (value >>> 15)) >>> 0
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return length === 0 ? vector : vector.map((value) => value / length)
}
