import { createHash } from 'node:crypto'
import { TestcodeFault } from '../../errors.ts'
import type { Inputs } from '../../contracts/types.ts'
import { Stream } from './stream.ts'
import { containsPlainWord } from './plain-words.ts'

/**
 * The drawn words of a mission. Each name has a number that does not depend on the seed; the seed selects a permutation of
 * the numbers. So two names either get different words under every seed, or the same word under every seed; the first run of
 * a new testcode reveals such a collision.
 */
export class Words {
  readonly #seed: string
  readonly #mission: string
  readonly #inputs: Inputs

  constructor(seed: string, mission: string, inputs: Inputs) {
    this.#seed = seed
    this.#mission = mission
    this.#inputs = inputs
  }

  /** @throws TestcodeFault if another name has the same word */
  word(kind: string, key: string, part = 0): string {
    return wordAt(this.number(kind, key, part))
  }

  /**
   * The number of the word, from 0 to 10 440 124.
   * @throws TestcodeFault if another name has the same one
   */
  number(kind: string, key: string, part = 0): number {
    const name = JSON.stringify([kind, key, part])
    const number = this.#fixedNumber(name)
    const owner = this.#inputs.claim(number, name)
    if (owner !== name)
      throw new TestcodeFault(
        `${name} and ${owner} of mission "${this.#mission}" give the same word: rename one of the keys`,
      )
    return permuteNumber(number, this.#seed, this.#mission)
  }

  #fixedNumber(name: string): number {
    const stream = new Stream(this.#mission, name)
    for (;;) {
      const number = stream.index(WORD_COUNT)
      if (isUsable(number)) return number
    }
  }
}

// ---- syllables -----------------------------------------------------------------------------------------------------

const CONSONANTS = Array.from('bdfghjklmnprstvwz')
const VOWELS = Array.from('aeiou')

/** Alternating consonants and vowels. All words have the same length, so none contains another. */
const SHAPE = [CONSONANTS, VOWELS, CONSONANTS, VOWELS, CONSONANTS, VOWELS, CONSONANTS]
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
export function permuteNumber(number: number, ...name: readonly string[]): number {
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
