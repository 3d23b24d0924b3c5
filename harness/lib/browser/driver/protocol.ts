/** How the harness and the process of a driver talk: JSON, each message after its length in 4 bytes, little-endian. */
const HEADER_BYTES = 4

/** The descriptor on which the driver's process reads and writes. */
export const CHANNEL = 3

/** Largest message either side takes. Above the largest answer that a browser may give (see bounds.ts), with its envelope. */
export const MOST_FRAME_BYTES = 64 * 1024 * 1024

/** What the process of a driver says of itself, beside what it passes on of its browser. */
export interface News {
  /** It cannot work: the library is not what it was checked for. */
  readonly fault?: string
  /** The process group of the browser that it has started. */
  readonly started?: number
  readonly ended?: number
  /** Why it has ended the browser: something that the page has done. */
  readonly lost?: string
}

/** Frames out of the chunks of a stream. The length is checked before any byte of the message is kept. */
export class FrameReader {
  #chunks: Buffer[] = []
  #bytes = 0
  #expected: number | undefined

  /** @throws RangeError for a message over the bound */
  push(chunk: Buffer): Buffer[] {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    const frames: Buffer[] = []
    for (;;) {
      this.#expected ??= this.#bytes < HEADER_BYTES ? undefined : this.#take(HEADER_BYTES).readUInt32LE(0)
      if (this.#expected === undefined) return frames
      if (this.#expected > MOST_FRAME_BYTES) throw new RangeError(`a message of ${String(this.#expected)} bytes`)
      if (this.#bytes < this.#expected) return frames
      frames.push(this.#take(this.#expected))
      this.#expected = undefined
    }
  }

  #take(count: number): Buffer {
    // Joined only when a whole message is there: joining at every chunk would copy a large one again and again.
    const all = this.#chunks.length === 1 && this.#chunks[0] ? this.#chunks[0] : Buffer.concat(this.#chunks)
    const rest = all.subarray(count)
    this.#chunks = rest.length === 0 ? [] : [rest]
    this.#bytes = rest.length
    return all.subarray(0, count)
  }
}

/** @throws RangeError for a message over the bound, or one too long to be written as a text */
export function frameOf(message: object): Buffer {
  const text = JSON.stringify(message)
  const length = Buffer.byteLength(text)
  if (length > MOST_FRAME_BYTES) throw new RangeError(`a message of ${String(length)} bytes`)
  const frame = Buffer.allocUnsafe(HEADER_BYTES + length)
  frame.writeUInt32LE(length, 0)
  frame.write(text, HEADER_BYTES)
  return frame
}
