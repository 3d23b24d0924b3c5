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

/** Bytes of the server's description of itself before its length is known. */
const SETUP_HEAD = 8

/** Cuts the bytes of a server into messages. Drops events: programs can send as many as they like. */
export class Incoming {
  /** The message that is being read. It has room for all of it as soon as its length is known: a picture is copied only once. */
  #message = Buffer.alloc(SETUP_HEAD)
  #length = 0

  /** @returns The server's description of itself, once it is complete. Nothing comes after it until it is answered */
  setup(chunk: Buffer): Buffer | undefined {
    const at = this.#fill(chunk, 0)
    if (this.#length === SETUP_HEAD && this.#message.length === SETUP_HEAD) {
      this.#makeRoom(SETUP_HEAD + 4 * this.#message.readUInt16LE(6))
      this.#fill(chunk, at)
    }
    return this.#length < this.#message.length ? undefined : this.#take()
  }

  /** @throws RangeError for a message that is too long */
  messages(chunk: Buffer): Answer[] {
    const found: Answer[] = []
    if (this.#length === 0) this.#message = Buffer.alloc(HEAD)
    for (let at = this.#fill(chunk, 0); this.#length === this.#message.length; at = this.#fill(chunk, at)) {
      const length = lengthOf(this.#message)
      if (length > this.#length) {
        this.#makeRoom(length)
        continue
      }
      const message = this.#take()
      const type = typeOf(message)
      if (type === REPLY || type === ERROR)
        found.push({ sequence: message.readUInt16LE(2), reply: type === REPLY ? message : undefined })
    }
    return found
  }

  /** @returns Where the bytes of the chunk begin that are left over */
  #fill(chunk: Buffer, at: number): number {
    const copied = chunk.copy(this.#message, this.#length, at)
    this.#length += copied
    return at + copied
  }

  #makeRoom(length: number): void {
    if (length > LONGEST) throw new RangeError(`${String(length)} bytes`)
    const head = this.#message
    this.#message = Buffer.allocUnsafeSlow(length)
    head.copy(this.#message)
  }

  #take(): Buffer {
    const message = this.#message
    this.#message = Buffer.alloc(HEAD)
    this.#length = 0
    return message
  }
}

function typeOf(head: Buffer): number {
  return (head[0] ?? 0) & 0x7f
}

function lengthOf(head: Buffer): number {
  const isLong = typeOf(head) === REPLY || typeOf(head) === GENERIC_EVENT
  return HEAD + (isLong ? 4 * head.readUInt32LE(4) : 0)
}
