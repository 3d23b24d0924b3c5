/** Two numbers below this fit into one key without loss: 2 ** 52 is below Number.MAX_SAFE_INTEGER. */
const MAX_SIZE = 2 ** 26

/** Numbers texts and pairs of numbers: equal ones get the same number, so that comparisons are fast. */
export class Vocabulary {
  readonly #texts = new Map<string, number>()
  readonly #pairs = new Map<number, number>()

  /** The number of a text. */
  text(text: string): number {
    return this.#numberIn(this.#texts, text)
  }

  /** The number of a pair of numbers. Longer sequences are numbered pair by pair. */
  pair(first: number, second: number): number {
    return this.#numberIn(this.#pairs, first * MAX_SIZE + second)
  }

  /** Number of entries; the caller decides when to drop the vocabulary. */
  get size(): number {
    return this.#texts.size + this.#pairs.size
  }

  #numberIn<Key>(numbers: Map<Key, number>, key: Key): number {
    const known = numbers.get(key)
    if (known !== undefined) return known
    if (this.size >= MAX_SIZE) throw new RangeError('too many different texts to compare')
    const number = this.size
    numbers.set(key, number)
    return number
  }
}
