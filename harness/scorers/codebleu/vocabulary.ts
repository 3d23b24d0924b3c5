/** More numbers than this in a key would not be told apart any more. */
const MOST = 2 ** 26

/** Gives equal things equal numbers, so that what is compared over and over is compared as numbers. */
export class Vocabulary {
  readonly #texts = new Map<string, number>()
  readonly #pairs = new Map<number, number>()

  /** The number of a text. */
  text(text: string): number {
    return this.#numberIn(this.#texts, text)
  }

  /** The number of one number followed by another; of sequences, by taking them two at a time. */
  pair(first: number, second: number): number {
    return this.#numberIn(this.#pairs, first * MOST + second)
  }

  /** Of what it remembers, for who has to decide when that is too much. */
  get size(): number {
    return this.#texts.size + this.#pairs.size
  }

  #numberIn<Key>(numbers: Map<Key, number>, key: Key): number {
    const known = numbers.get(key)
    if (known !== undefined) return known
    if (this.size >= MOST) throw new RangeError('too many different things to be compared')
    const number = this.size
    numbers.set(key, number)
    return number
  }
}
