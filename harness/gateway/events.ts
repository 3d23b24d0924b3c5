import type { AnswerReader } from './protocols/protocol.ts'

/** Bytes of one event, and of an answer that is not streamed; what is longer passes, but is not read. */
const LONGEST = { event: 4 * 1024 * 1024, whole: 32 * 1024 * 1024 }

/** Reads an answer while it passes: the events of a stream, or the JSON of a whole answer at its end. */
export class AnswerTap {
  readonly #reader: AnswerReader
  readonly #isStream: boolean
  readonly #decoder = new TextDecoder()
  #rest = ''
  #data: string[] = []
  #isTooLong = false

  /** @param type The content type of the response */
  constructor(reader: AnswerReader, type: string) {
    this.#reader = reader
    this.#isStream = type.includes('event-stream')
  }

  push(chunk: Uint8Array): void {
    if (this.#isTooLong) return
    this.#rest += this.#decoder.decode(chunk, { stream: true })
    if (this.#isStream) this.#takeLines()
    if (this.#rest.length + this.#dataLength() > (this.#isStream ? LONGEST.event : LONGEST.whole)) {
      this.#isTooLong = true
      this.#rest = ''
      this.#data = []
    }
  }

  end(): void {
    if (this.#isTooLong) return
    this.#rest += this.#decoder.decode()
    if (!this.#isStream) {
      this.#add(this.#rest)
      return
    }
    this.#line(this.#rest)
    this.#line('')
  }

  #takeLines(): void {
    const lines = this.#rest.split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#line(line)
  }

  #line(raw: string): void {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    if (line.startsWith('data:')) this.#data.push(line.slice(line.startsWith('data: ') ? 6 : 5))
    if (line !== '' || this.#data.length === 0) return
    this.#add(this.#data.join('\n'))
    this.#data = []
  }

  #dataLength(): number {
    return this.#data.reduce((sum, line) => sum + line.length, 0)
  }

  #add(text: string): void {
    if (text === '' || text === '[DONE]') return
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return
    }
    this.#reader.add(value)
  }
}
