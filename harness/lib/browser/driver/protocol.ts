/** The protocol between the harness and a driver: JSON messages, each preceded by its length in 4 bytes, little-endian. */
const HEADER_BYTES = 4

/** The file descriptor on which the driver's process reads and writes. */
export const CHANNEL = 3

/** Largest message that either side accepts. Larger than the largest answer of a browser (see bounds.ts) with its envelope. */
export const MAX_FRAME_BYTES = 64 * 1024 * 1024

/** The name of an error of the browser's own protocol, such as one about a request that the browser has forgotten. */
export const PROTOCOL_ERROR = 'BrowserProtocolError'

/** Messages of the driver's process about itself, not from Playwright. */
export interface DriverStatus {
  /** Why it cannot work: Playwright could not be loaded or patched. */
  readonly fault?: string
  /** The process group of a browser that it has started. */
  readonly started?: number
  /** The process group of a browser that has exited. */
  readonly ended?: number
  /** Why it has ended the browser: something that the page did. */
  readonly lost?: string
}

/** Assembles frames from the chunks of a stream. Checks the length before it buffers a message. */
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
      if (this.#expected > MAX_FRAME_BYTES) throw new RangeError(`a message of ${String(this.#expected)} bytes`)
      if (this.#bytes < this.#expected) return frames
      frames.push(this.#take(this.#expected))
      this.#expected = undefined
    }
  }

  #take(count: number): Buffer {
    // Joined only when a message is complete: joining at every chunk would copy a large message many times.
    const all = this.#chunks.length === 1 && this.#chunks[0] ? this.#chunks[0] : Buffer.concat(this.#chunks)
    const rest = all.subarray(count)
    this.#chunks = rest.length === 0 ? [] : [rest]
    this.#bytes = rest.length
    return all.subarray(0, count)
  }
}

/** @throws RangeError for a message over the bound, or one that is too long for a string */
export function frameOf(message: object): Buffer {
  const text = JSON.stringify(message)
  const length = Buffer.byteLength(text)
  if (length > MAX_FRAME_BYTES) throw new RangeError(`a message of ${String(length)} bytes`)
  const frame = Buffer.allocUnsafe(HEADER_BYTES + length)
  frame.writeUInt32LE(length, 0)
  frame.write(text, HEADER_BYTES)
  return frame
}
