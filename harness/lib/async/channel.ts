/** A queue between producers that do not wait and one consumer that takes items in order. */
export class Channel<T> implements AsyncIterable<T> {
  readonly #items: T[] = []
  #wake: (() => void) | undefined
  #ended: { readonly error?: unknown } | undefined

  /** Adds an item. Items after the end are dropped. */
  put(item: T): void {
    if (this.#ended) return
    this.#items.push(item)
    this.#wake?.()
  }

  /** @param error Thrown to the consumer after the last item */
  end(error?: unknown): void {
    this.#ended ??= error === undefined ? {} : { error }
    this.#wake?.()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      while (this.#items.length > 0) yield this.#items.shift() as T
      if (this.#ended) break
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
    if ('error' in this.#ended) throw this.#ended.error
  }
}
