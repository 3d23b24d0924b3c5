import type { Writable } from 'node:stream'

/** A message between the harness and a parser: a small JSON head, and a body that is not copied. */
export interface Frame {
  readonly head: unknown
  readonly body: Uint8Array
}

/** Two unsigned 32-bit lengths. */
const PREFIX = 8

export function writeFrame(stream: Writable, { head, body }: Frame): void {
  const text = Buffer.from(JSON.stringify(head))
  const prefix = Buffer.alloc(PREFIX)
  prefix.writeUInt32BE(text.length, 0)
  prefix.writeUInt32BE(body.length, 4)
  stream.write(Buffer.concat([prefix, text]))
  if (body.length > 0) stream.write(body)
}

/** Assembles frames from the chunks of a pipe, copying each byte once. */
export class FrameReader {
  readonly #onFrame: (frame: Frame) => void
  readonly #prefix = new Part(PREFIX)
  #head: Part | undefined
  #body: Part | undefined

  constructor(onFrame: (frame: Frame) => void) {
    this.#onFrame = onFrame
  }

  push(chunk: Uint8Array): void {
    let rest = chunk
    // A frame without a body is complete before another chunk arrives.
    while (rest.length > 0) rest = this.#take(rest)
  }

  #take(chunk: Uint8Array): Uint8Array {
    if (this.#head === undefined || this.#body === undefined) {
      const rest = this.#prefix.fill(chunk)
      if (!this.#prefix.complete) return rest
      this.#head = new Part(this.#prefix.bytes.readUInt32BE(0))
      this.#body = new Part(this.#prefix.bytes.readUInt32BE(4))
      return rest
    }
    const rest = this.#body.fill(this.#head.fill(chunk))
    if (this.#head.complete && this.#body.complete) this.#finish(this.#head, this.#body)
    return rest
  }

  #finish(head: Part, body: Part): void {
    this.#head = undefined
    this.#body = undefined
    this.#prefix.empty()
    this.#onFrame({ head: JSON.parse(head.bytes.toString('utf8')), body: body.bytes })
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
