import { sha256 } from '../lib/files/digest.ts'
import type { CallMessage, MessagePart, ModelCall } from '../contracts/schema.ts'

/** The record of the calls of a trial. */
export interface CallLog {
  /** @throws HarnessFault if it cannot be written */
  append(call: ModelCall): Promise<void>
}

/** Characters of one text, and of all contents of a room. What is longer is cut in its middle, or left out. */
const LONGEST_TEXT = 128 * 1024
const MOST_CONTENT = 48 * 1024 * 1024
/** Most messages of one request whose digests are recorded. */
const MOST_MESSAGES = 10_000

/** Writes the calls of a room in the order in which they end. Each message is written once. */
export class CallRecorder {
  readonly #log: CallLog
  readonly #known = new Set<string>()
  #content = 0
  #queue: Promise<void> = Promise.resolve()
  #error: Error | undefined

  constructor(log: CallLog) {
    this.#log = log
  }

  /** Never rejects; `settled` does. */
  add(
    call: Omit<ModelCall, 'messages' | 'added' | 'shortened'>,
    request: readonly CallMessage[],
    files: Promise<ModelCall['files']>,
  ): void {
    this.#queue = this.#queue
      .then(async () => this.#log.append(this.#bounded({ ...call, files: await files }, request)))
      .catch((error: unknown) => {
        this.#error ??= error instanceof Error ? error : new Error(String(error))
      })
  }

  /** Waits for all records so far. */
  async settled(): Promise<void> {
    await this.#queue
    if (this.#error !== undefined) throw this.#error
  }

  #bounded(call: Omit<ModelCall, 'messages' | 'added' | 'shortened'>, request: readonly CallMessage[]): ModelCall {
    const added: Record<string, CallMessage> = {}
    const digests = request.slice(0, MOST_MESSAGES).map((message) => {
      const digest = sha256(JSON.stringify(message)).slice(0, 24)
      if (!this.#known.has(digest)) {
        this.#known.add(digest)
        added[digest] = { ...message, parts: message.parts.map(shortened) }
      }
      return digest
    })
    const answer = call.answer && { ...call.answer, parts: call.answer.parts.map(shortened) }
    const size = JSON.stringify([added, answer, call.files]).length
    const whole = { ...call, messages: digests, added, answer }
    if (this.#content + size > MOST_CONTENT)
      return { ...whole, added: {}, answer: answer && { ...answer, parts: [] }, files: [], shortened: true }
    this.#content += size
    return whole
  }
}

function shortened(part: MessagePart): MessagePart {
  if (part.type === 'text' || part.type === 'reasoning' || part.type === 'tool-result')
    return { ...part, text: cut(part.text) }
  if (part.type !== 'tool-call') return part
  const entries = Object.entries(part.arguments).slice(0, 100)
  return { ...part, arguments: Object.fromEntries(entries.map(([name, value]) => [name.slice(0, 200), short(value)])) }
}

function short(value: unknown): unknown {
  if (typeof value === 'string') return cut(value)
  const text = JSON.stringify(value ?? null)
  return text.length <= LONGEST_TEXT ? value : cut(text)
}

function cut(text: string): string {
  if (text.length <= LONGEST_TEXT) return text
  const half = LONGEST_TEXT / 2
  return `${text.slice(0, half)}\n[${String(text.length - LONGEST_TEXT)} characters left out]\n${text.slice(-half)}`
}
