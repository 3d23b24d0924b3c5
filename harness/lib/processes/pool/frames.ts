import type { Writable } from 'node:stream'

/** Bytes of the length that precedes each message: an unsigned 32-bit number. */
const PREFIX = 4

/** Writes a message to the pipe between the harness and a process of a pool. */
export function writeFrame(stream: Writable, message: Uint8Array): void {
  const prefix = Buffer.alloc(PREFIX)
  prefix.writeUInt32BE(message.length)
  // Both in one system call.
  stream.cork()
  stream.write(prefix)
  stream.write(message)
  stream.uncork()
}

export interface FrameReaderOptions {
  readonly onMessage: (message: Buffer) => void
  /** Called with the length of a message before there is memory for it. If it returns false, no more is read. */
  readonly accepts?: (bytes: number) => boolean
}

/** Assembles messages from the chunks of a pipe, copying each byte once. */
export class FrameReader {
  readonly #options: FrameReaderOptions
  readonly #prefix = new Part(PREFIX)
  #message: Part | undefined
  #refused = false

  constructor(options: FrameReaderOptions) {
    this.#options = options
  }

  push(chunk: Uint8Array): void {
    let rest = chunk
    // An empty message is complete before another chunk arrives.
    while (rest.length > 0 && !this.#refused) rest = this.#take(rest)
  }

  #take(chunk: Uint8Array): Uint8Array {
    const rest = this.#message === undefined ? this.#begin(chunk) : this.#message.fill(chunk)
    if (this.#message?.complete === true) this.#finish(this.#message)
    return rest
  }

  #begin(chunk: Uint8Array): Uint8Array {
    const rest = this.#prefix.fill(chunk)
    if (!this.#prefix.complete) return rest
    const length = this.#prefix.bytes.readUInt32BE()
    this.#prefix.empty()
    this.#refused = this.#options.accepts?.(length) === false
    if (!this.#refused) this.#message = new Part(length)
    return rest
  }

  #finish(message: Part): void {
    this.#message = undefined
    this.#options.onMessage(message.bytes)
  }
}

/** A buffer of known length that is filled chunk by chunk. */
class Part {
  readonly bytes: Buffer
  #filled = 0

  constructor(length: number) {
    this.bytes = Buffer.allocUnsafeSlow(length)
  }

  get complete(): boolean {
    return this.#filled === this.bytes.length
  }

  /** @returns the rest of the chunk */
  fill(chunk: Uint8Array): Uint8Array {
    const part = chunk.subarray(0, this.bytes.length - this.#filled)
    this.bytes.set(part, this.#filled)
    this.#filled += part.length
    return chunk.subarray(part.length)
  }

  empty(): void {
    this.#filled = 0
  }
}
