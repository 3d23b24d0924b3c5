import { createHash } from 'node:crypto'
import { containsPlainWord } from './plain-words.ts'

const CONSONANTS = Array.from('bdfghjklmnprstvwz')
const VOWELS = Array.from('aeiou')

/** Consonants and vowels by turns. All have one length, so none is a part of another unless they are equal. */
const SHAPE = [CONSONANTS, VOWELS, CONSONANTS, VOWELS, CONSONANTS, VOWELS, CONSONANTS]
export const WORD_LENGTH = SHAPE.length
/** 10 440 125 words. */
export const WORD_COUNT = SHAPE.reduce((product, letters) => product * letters.length, 1)

/** Two halves of so many bits each hold the number of any word. */
const HALF_BITS = 12
const HALF = 2 ** HALF_BITS
/** Luby and Rackoff need four for a pseudorandom permutation; hashing a few more costs microseconds. */
const ROUNDS = 6

export function wordAt(number: number): string {
  let rest = number
  return SHAPE.map((letters) => {
    const letter = letters[rest % letters.length] ?? ''
    rest = Math.floor(rest / letters.length)
    return letter
  }).join('')
}

/** Whether the number is one of a word that may be drawn: it contains no word of an interface. */
export function isUsable(number: number): boolean {
  return number < WORD_COUNT && !containsPlainWord(wordAt(number))
}

/**
 * The number of a usable word → the number of another one, different ones for different numbers: a permutation that the
 * name selects. A Feistel network permutes 2^24 numbers; numbers that are not usable are sent through it again, which
 * keeps it a permutation of the usable ones (cycle walking; Black and Rogaway, "Ciphers with Arbitrary Finite Domains",
 * 2002).
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
