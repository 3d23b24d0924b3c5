import { Transform, type TransformCallback } from 'node:stream'
import { HEAD_BYTES, Totals, boundOf, overBound, type Bound } from './bounds.ts'

const END = 0

/** Longer messages are not parsed: the events to read are short. */
const MAX_PARSED = 16 * 1024

export interface WatchOptions {
  /** Called once, when a bound is exceeded; after that nothing is forwarded. */
  readonly onOver: (reason: string) => void
  /** Handlers for events, by name. */
  readonly read?: Readonly<Record<string, (params: unknown) => void>>
}

/**
 * Forwards what a browser writes into its pipe (messages that end with a zero byte) until a message or a total exceeds its
 * bound. Large messages are counted without being decoded.
 */
export class PipeWatch extends Transform {
  readonly #options: WatchOptions
  readonly #totals = new Totals()
  #head = Buffer.alloc(0)
  #bytes = 0
  #bound: Bound | undefined
  #parts: Buffer[] = []
  #over = false

  constructor(options: WatchOptions) {
    super()
    this.#options = options
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    for (let start = 0; start < chunk.length && !this.#over;) {
      const end = chunk.indexOf(END, start)
      this.#count(chunk.subarray(start, end === -1 ? chunk.length : end))
      if (end === -1) break
      this.#finish()
      start = end + 1
    }
    if (this.#over) done()
    else done(null, chunk)
  }

  #count(part: Buffer): void {
    this.#bytes += part.length
    if (this.#head.length < HEAD_BYTES)
      this.#head = Buffer.concat([this.#head, part.subarray(0, HEAD_BYTES - this.#head.length)])
    if (this.#bytes >= HEAD_BYTES) this.#bound ??= boundOf(this.#head.toString('latin1'))
    if (this.#bytes <= MAX_PARSED) this.#parts.push(part)
    if (this.#bound && this.#bytes > this.#bound.bytes) this.#end(overBound(this.#bound))
  }

  #finish(): void {
    const bound = this.#bound ?? boundOf(this.#head.toString('latin1'))
    const over = this.#totals.add(this.#bytes, bound)
    if (over !== undefined) this.#end(over)
    else if (this.#bytes <= MAX_PARSED) this.#read()
    this.#head = Buffer.alloc(0)
    this.#bytes = 0
    this.#bound = undefined
    this.#parts = []
  }

  #read(): void {
    const { read = {} } = this.#options
    const name = /^\{"method":"([\w.]+)"/.exec(this.#head.toString('latin1'))?.[1]
    const reader = name === undefined ? undefined : read[name]
    if (reader === undefined) return
    const { params } = JSON.parse(Buffer.concat(this.#parts).toString()) as { readonly params: unknown }
    reader(params)
  }

  #end(reason: string): void {
    if (this.#over) return
    this.#over = true
    this.#options.onOver(reason)
  }
}
