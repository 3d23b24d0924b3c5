import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PythonValue } from '../../contracts/schema.ts'

/** Characters of one line. */
const LONGEST = 32 * 1024 * 1024

export interface Message {
  readonly kind: 'report' | 'site'
  readonly values: readonly PythonValue[]
}

/** Reads numbered and sealed lines. A line that is not the next one of its channel was not written by the judge's code. */
export class Messages {
  readonly #keys: Readonly<Record<Message['kind'], Buffer>>
  readonly #numbers = { report: 0, site: 0 }
  readonly #onMessage: (message: Message) => void
  #open: Buffer[] = []
  #bytes = 0
  /** The first line that is not the judge's. */
  forged: string | undefined

  constructor(keys: Readonly<Record<Message['kind'], Buffer>>, onMessage: (message: Message) => void) {
    this.#keys = keys
    this.#onMessage = onMessage
  }

  push(chunk: Buffer): void {
    let from = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      this.#line(Buffer.concat([...this.#open, chunk.subarray(from, end)]).toString('utf8'))
      this.#open = []
      this.#bytes = 0
      from = end + 1
    }
    this.#open.push(chunk.subarray(from))
    this.#bytes += chunk.length - from
    if (this.#bytes > LONGEST) {
      this.forged ??= 'a line without an end'
      this.#open = []
      this.#bytes = 0
    }
  }

  #line(line: string): void {
    const message = this.#opened(line)
    if (message) this.#onMessage(message)
    else this.forged ??= line.slice(0, 200)
  }

  #opened(line: string): Message | undefined {
    const [, seal = '', text = '', kind, number, json = ''] =
      /^([0-9a-f]{64}) ((report|site) (\d{1,12}) (.*))$/s.exec(line) ?? []
    if (kind !== 'report' && kind !== 'site') return undefined
    const own = createHmac('sha256', this.#keys[kind]).update(text).digest()
    if (!timingSafeEqual(own, Buffer.from(seal, 'hex')) || Number(number) !== this.#numbers[kind] + 1) return undefined
    this.#numbers[kind] += 1
    const values = parsed(json)
    return Array.isArray(values) && values.every((value) => isPythonValue(value)) ? { kind, values } : undefined
  }
}

/** Undefined for a text that is no JSON: somebody may have learnt the key. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
}

// ---- python value --------------------------------------------------------------------------------------------------

const TEXTS: readonly unknown[] = ['i', 'f', 's', 'y', '?']
const LISTS: readonly unknown[] = ['l', 't', 'e']

/** The judge's code in the process goes no deeper than 40 values. */
const DEEPEST = 100

/**
 * The same as `pythonValueSchema`, which takes most of the judge's time if a test tells many values, but for those that are too deep.
 */
export function isPythonValue(value: unknown, depth = 0): value is PythonValue {
  if (!Array.isArray(value) || depth > DEEPEST) return false
  const [kind, content] = value as unknown[]
  if (kind === 'n') return value.length === 1
  if (value.length !== 2) return false
  if (kind === 'b') return typeof content === 'boolean'
  if (TEXTS.includes(kind)) return typeof content === 'string'
  if (!Array.isArray(content)) return false
  const isPart = (part: unknown): boolean => isPythonValue(part, depth + 1)
  if (LISTS.includes(kind)) return content.every(isPart)
  return kind === 'd' && content.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isPart))
}
