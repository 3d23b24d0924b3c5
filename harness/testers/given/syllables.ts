import { createHash } from 'node:crypto'
import { containsPlainWord } from './plain-words.ts'

const CONSONANTS = Array.from('bdfghjklmnprstvwz')
const VOWELS = Array.from('aeiou')

/** Alternating consonants and vowels. All words have the same length, so none contains another. */
const SHAPE = [CONSONANTS, VOWELS, CONSONANTS, VOWELS, CONSONANTS, VOWELS, CONSONANTS]
export const WORD_LENGTH = SHAPE.length
/** 10 440 125 words. */
export const WORD_COUNT = SHAPE.reduce((product, letters) => product * letters.length, 1)

/** Bits of each half of a word number in the Feistel network. */
const HALF_BITS = 12
const HALF = 2 ** HALF_BITS
/** Luby and Rackoff need four rounds for a pseudorandom permutation; two more cost microseconds. */
const ROUNDS = 6

export function wordAt(number: number): string {
  let rest = number
  return SHAPE.map((letters) => {
    const letter = letters[rest % letters.length] ?? ''
    rest = Math.floor(rest / letters.length)
    return letter
  }).join('')
}

/** Whether the word of a number may be drawn: it contains no plain word. */
export function isUsable(number: number): boolean {
  return number < WORD_COUNT && !containsPlainWord(wordAt(number))
}

/**
 * A permutation of the numbers of usable words, selected by the name. A Feistel network permutes 2^24 numbers; it is applied
 * again while the result is not usable, which makes it a permutation of the usable numbers (cycle walking; Black and Rogaway,
 * "Ciphers with Arbitrary Finite Domains", 2002).
 */
export function permuted(number: number, ...name: readonly string[]): number {
  let current = number
  do {
    current = feistel(current, JSON.stringify(name))
  } while (!isUsable(current))
  return current
}

function feistel(number: number, name: string): number {
  let [left, right] = [Math.floor(number / HALF), number % HALF]
  for (let round = 0; round < ROUNDS; round += 1) {
    const hash = createHash('sha256')
      .update(`${name} ${String(round)} ${String(right)}`)
      .digest()
    ;[left, right] = [right, left ^ (hash.readUInt16BE() % HALF)]
  }
  return left * HALF + right
}
