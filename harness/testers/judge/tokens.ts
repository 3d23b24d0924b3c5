/** Characters of a token that are kept: what is longer is no number. */
const LONGEST = 4096

/** Splits a stream of bytes into words. */
export class Numbers {
  #open = ''

  push(chunk: Buffer): string[] {
    const parts = chunk.toString('latin1').split(/\s+/)
    const [first = '', ...rest] = parts
    const joined = (this.#open + first).slice(0, LONGEST)
    if (rest.length === 0) {
      this.#open = joined
      return []
    }
    this.#open = (rest.pop() ?? '').slice(0, LONGEST)
    return [joined, ...rest].filter((token) => token !== '')
  }

  /** The last word. */
  end(): string[] {
    const last = this.#open
    this.#open = ''
    return last === '' ? [] : [last]
  }
}
