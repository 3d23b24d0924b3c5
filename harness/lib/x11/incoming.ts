/** Bytes of the longest message that is read: a picture of 2048 × 2048 pixels. */
const LONGEST = 16 * 1024 * 1024 + 64
const HEAD = 32
/** Types of messages; others are events, of which only generic ones have more than 32 bytes. */
const ERROR = 0
const REPLY = 1
const GENERIC_EVENT = 35

export interface Answer {
  readonly sequence: number
  /** Undefined for an error. */
  readonly reply: Buffer | undefined
}

/** Cuts the bytes of a server into messages. Drops events: programs can send as many as they like. */
export class Incoming {
  #chunks: Buffer[] = []
  #length = 0
  /** Bytes that are needed before anything can be read. */
  #needed = 8

  /** @returns The server's description of itself, once it is complete */
  setup(chunk: Buffer): Buffer | undefined {
    this.#add(chunk)
    if (this.#length < 8) return undefined
    const length = 8 + 4 * this.#joined().readUInt16LE(6)
    return this.#length < length ? undefined : this.#cut(length)
  }

  /** @throws RangeError for a message that is too long */
  messages(chunk: Buffer): Answer[] {
    this.#add(chunk)
    const found: Answer[] = []
    while (this.#length >= Math.max(this.#needed, HEAD)) {
      const head = this.#joined()
      const type = (head[0] ?? 0) & 0x7f
      const long = type === REPLY || type === GENERIC_EVENT
      const length = HEAD + (long ? 4 * head.readUInt32LE(4) : 0)
      if (length > LONGEST) throw new RangeError(`${String(length)} bytes`)
      this.#needed = length
      if (this.#length < length) break
      const message = this.#cut(length)
      this.#needed = HEAD
      if (type === REPLY || type === ERROR)
        found.push({ sequence: message.readUInt16LE(2), reply: type === REPLY ? message : undefined })
    }
    return found
  }

  #add(chunk: Buffer): void {
    if (chunk.length > 0) this.#chunks.push(chunk)
    this.#length += chunk.length
  }

  /** Joins the chunks only once the needed bytes are there: a picture arrives in many of them. */
  #joined(): Buffer {
    if (this.#chunks.length !== 1) this.#chunks = [Buffer.concat(this.#chunks)]
    return this.#chunks[0] ?? Buffer.alloc(0)
  }

  #cut(length: number): Buffer {
    const all = this.#joined()
    const rest = all.subarray(length)
    this.#chunks = rest.length === 0 ? [] : [rest]
    this.#length = rest.length
    return all.subarray(0, length)
  }
}
