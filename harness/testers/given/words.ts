import { TestcodeFault } from '../../errors.ts'
import type { Inputs } from '../../contracts/types.ts'
import { Stream } from './stream.ts'
import { WORD_COUNT, isUsable, permuted, wordAt } from './syllables.ts'

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
    return permuted(number, this.#seed, this.#mission)
  }

  #fixedNumber(name: string): number {
    const stream = new Stream(this.#mission, name)
    for (;;) {
      const number = stream.index(WORD_COUNT)
      if (isUsable(number)) return number
    }
  }
}
