/** Google's `POST …/models/MODEL:generateContent` and `:streamGenerateContent`. */
import type { CallMessage, MessagePart } from '../../contracts/schema.ts'
import {
  argumentsOf,
  countOf,
  fieldsOf,
  limitOf,
  listOf,
  nameOf,
  otherPart,
  stringOf,
  tokensOf,
  type AnswerReader,
  type Fields,
  type Protocol,
  type ReadRequest,
} from './protocol.ts'

const PATH = /\/models\/([^/:]+):(?:streamG|g)enerateContent$/

export const gemini: Protocol = {
  api: 'gemini',
  matches: (path) => PATH.test(path),
  readRequest(body, path) {
    const { systemInstruction, contents, tools, generationConfig } = fieldsOf(body)
    const ids = new CallIds()
    const parts = listOf(fieldsOf(systemInstruction)['parts'])
    return {
      model: nameOf(decodeURIComponent(PATH.exec(path)?.[1] ?? '')),
      messages: [
        ...(parts.length === 0 ? [] : [{ role: 'system' as const, parts: parts.map((part) => ids.part(part)) }]),
        ...listOf(contents).map((content) => messageOf(content, ids)),
      ],
      tools: listOf(tools).flatMap((tool) =>
        listOf(fieldsOf(tool)['functionDeclarations']).map((each) => stringOf(fieldsOf(each)['name'])),
      ),
      ...limitOf(fieldsOf(generationConfig)['maxOutputTokens']),
    }
  },
  openAnswer: (request) => new ContentReader(CallIds.after(request)),
  errorBody: (message) => ({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }),
}

function messageOf(value: unknown, ids: CallIds): CallMessage {
  const { role, parts } = fieldsOf(value)
  return { role: role === 'model' ? 'assistant' : 'user', parts: listOf(parts).map((part) => ids.part(part)) }
}

/** Calls without ids are told apart by their names and their order. */
class CallIds {
  readonly #calls = new Map<string, number>()
  readonly #results = new Map<string, number>()

  static after({ messages }: ReadRequest): CallIds {
    const ids = new CallIds()
    for (const { parts } of messages)
      for (const part of parts) if (part.type === 'tool-call') ids.#next(ids.#calls, part.name)
    return ids
  }

  part(value: unknown): MessagePart {
    const { text, thought, functionCall, functionResponse } = fieldsOf(value)
    if (functionCall !== undefined) {
      const { id, name, args } = fieldsOf(functionCall)
      const own = this.#next(this.#calls, stringOf(name))
      return { type: 'tool-call', id: stringOf(id) || own, name: stringOf(name), arguments: argumentsOf(args) }
    }
    if (functionResponse !== undefined) {
      const { id, name, response } = fieldsOf(functionResponse)
      const own = this.#next(this.#results, stringOf(name))
      const { output, error } = fieldsOf(response)
      const shown = output ?? error
      const said = typeof shown === 'string' ? shown : JSON.stringify(response ?? null)
      return {
        type: 'tool-result',
        id: stringOf(id) || own,
        text: said,
        ...(error === undefined ? {} : { failed: true }),
      }
    }
    if (typeof text !== 'string') return otherPart(value)
    return thought === true ? { type: 'reasoning', text } : { type: 'text', text }
  }

  #next(counts: Map<string, number>, name: string): string {
    const number = (counts.get(name) ?? 0) + 1
    counts.set(name, number)
    return `${name}-${String(number)}`
  }
}

class ContentReader implements AnswerReader {
  readonly #ids: CallIds
  readonly #parts: MessagePart[] = []
  #usage: Fields = {}
  #model: string | null = null
  #stop: string | null = null
  #error: unknown

  constructor(ids: CallIds) {
    this.#ids = ids
  }

  /** Without `alt=sse`, the answer is one list of the values that are events otherwise. */
  add(value: unknown): void {
    if (Array.isArray(value)) {
      for (const each of value as readonly unknown[]) this.add(each)
      return
    }
    const { candidates, usageMetadata, modelVersion, error, promptFeedback } = fieldsOf(value)
    if (error !== undefined) this.#error ??= value
    this.#model ??= nameOf(modelVersion)
    this.#usage = { ...this.#usage, ...fieldsOf(usageMetadata) }
    const { content, finishReason } = fieldsOf(listOf(candidates)[0])
    this.#stop = nameOf(finishReason) ?? nameOf(fieldsOf(promptFeedback)['blockReason']) ?? this.#stop
    for (const part of listOf(fieldsOf(content)['parts'])) this.#add(this.#ids.part(part))
  }

  result() {
    const of = (name: string) => countOf(this.#usage[name])
    const [answered, reasoning] = [of('candidatesTokenCount'), of('thoughtsTokenCount')]
    const output = answered === undefined && reasoning === undefined ? undefined : (answered ?? 0) + (reasoning ?? 0)
    return {
      parts: this.#parts,
      stop: this.#stop,
      model: this.#model,
      tokens: tokensOf(of('promptTokenCount'), output, { cached: of('cachedContentTokenCount'), reasoning }),
      complete: this.#stop !== null,
      ...(this.#error === undefined ? {} : { error: this.#error }),
    }
  }

  /** Pieces of one text become one part. */
  #add(part: MessagePart): void {
    const last = this.#parts.at(-1)
    if ((part.type === 'text' || part.type === 'reasoning') && last?.type === part.type)
      this.#parts[this.#parts.length - 1] = { ...part, text: last.text + part.text }
    else this.#parts.push(part)
  }
}
