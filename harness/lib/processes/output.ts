import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { Output } from '../../contracts/types.ts'

/**
 * The bounded output of a process: keeps the first and the last half of the limit, and drops and counts the text in between. It
 * never stops reading, so that a process cannot block on a full pipe.
 */
export class BoundedOutput implements Output {
  #head = ''
  #tail = ''
  #dropped = 0
  readonly #half: number
  readonly #listeners = new Set<(added: string) => void>()
  readonly #onOverflow: () => void

  /** @param limit In UTF-16 code units */
  constructor(stream: Readable, limit: number, onOverflow: () => void = () => undefined) {
    this.#half = Math.floor(limit / 2)
    this.#onOverflow = onOverflow
    const decoder = new StringDecoder('utf8')
    stream.on('data', (chunk: Buffer) => {
      this.#append(decoder.write(chunk))
    })
    stream.on('error', (error: Error) => {
      this.#append(`\n[the output could not be read: ${error.message}]\n`)
    })
  }

  text(): string {
    return this.#dropped === 0
      ? this.#head + this.#tail
      : `${this.#head}\n[${String(this.#dropped)} characters left out]\n${this.#tail}`
  }

  onChange(listener: (added: string) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #append(text: string): void {
    const room = this.#half - this.#head.length
    this.#head += text.slice(0, Math.max(0, room))
    this.#appendToTail(text.slice(Math.max(0, room)))
    for (const listener of this.#listeners) listener(text)
  }

  #appendToTail(text: string): void {
    this.#tail += text
    const surplus = this.#tail.length - this.#half
    if (surplus <= 0) return
    if (this.#dropped === 0) this.#onOverflow()
    this.#dropped += surplus
    this.#tail = this.#tail.slice(surplus)
  }
}
