import { createHash } from 'node:crypto'

/**
 * Uniform random numbers that depend only on the name of the stream: SHA-256 in counter mode. The values of one stream reveal
 * nothing about the seed, and therefore nothing about other streams.
 */
export class Stream {
  readonly #name: string
  #counter = 0
  #block = Buffer.alloc(0)

  constructor(...name: readonly string[]) {
    this.#name = JSON.stringify(name)
  }

  /** A whole number from 0 to `bound` - 1. The bound is at most 2^64. */
  below(bound: bigint): bigint {
    if (bound <= 0n) throw new RangeError('nothing can be drawn from an empty range')
    // The largest multiple of the bound up to 2^64; higher values would favour small numbers.
    const even = WORDS - (WORDS % bound)
    for (;;) {
      const word = this.#word()
      if (word < even) return word % bound
    }
  }

  index(length: number): number {
    return Number(this.below(BigInt(length)))
  }

  pick<T>(list: readonly T[]): T {
    return list[this.index(list.length)] as T
  }

  /** Fisher-Yates shuffle. */
  shuffled<T>(list: readonly T[]): T[] {
    const result = [...list]
    for (let at = result.length - 1; at > 0; at -= 1) {
      const other = this.index(at + 1)
      ;[result[at], result[other]] = [result[other] as T, result[at] as T]
    }
    return result
  }

  #word(): bigint {
    if (this.#block.length < 8) {
      this.#block = createHash('sha256')
        .update(`${this.#name} ${String(this.#counter)}`)
        .digest()
      this.#counter += 1
    }
    const word = this.#block.readBigUInt64BE()
    this.#block = this.#block.subarray(8)
    return word
  }
}

const WORDS = 2n ** 64n
