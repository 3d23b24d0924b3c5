/** OpenAI's Chat Completions, which many other servers speak too: `POST …/chat/completions`. */
import type { CallMessage, MessagePart } from '../../contracts/schema.ts'
import {
  argumentsOf,
  countOf,
  fieldsOf,
  limitOf,
  listOf,
  nameOf,
  otherPart,
  plainText,
  stringOf,
  tokensOf,
  type AnswerReader,
  type Fields,
  type Protocol,
} from './protocol.ts'

export const chat: Protocol = {
  api: 'chat',
  matches: (path) => path.endsWith('/chat/completions'),
  readRequest(body) {
    const { model, messages, tools, max_tokens: older, max_completion_tokens: limit } = fieldsOf(body)
    return {
      model: nameOf(model),
      messages: listOf(messages).map(messageOf),
      tools: listOf(tools).map((tool) => stringOf(fieldsOf(fieldsOf(tool)['function'])['name'])),
      ...limitOf(limit, older),
    }
  },
  openAnswer: () => new CompletionReader(),
  errorBody: (message) => ({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
}

function messageOf(value: unknown): CallMessage {
  const message = fieldsOf(value)
  const { role, content } = message
  if (role === 'tool')
    return {
      role: 'user',
      parts: [{ type: 'tool-result', id: stringOf(message['tool_call_id']), text: plainText(content) }],
    }
  const parts = typeof content === 'string' ? [textPart(content)] : listOf(content).map(partOf)
  if (role === 'assistant')
    return { role, parts: [...reasoningOf(message), ...withoutEmpty(parts), ...callsOf(message)] }
  return { role: role === 'system' || role === 'developer' ? 'system' : 'user', parts }
}

function textPart(text: string): MessagePart {
  return { type: 'text', text }
}

function partOf(value: unknown): MessagePart {
  const { text } = fieldsOf(value)
  return typeof text === 'string' ? textPart(text) : otherPart(value)
}

function withoutEmpty(parts: readonly MessagePart[]): MessagePart[] {
  return parts.filter((part) => part.type !== 'text' || part.text !== '')
}

function reasoningOf(message: Fields): MessagePart[] {
  const text = stringOf(message['reasoning_content']) || stringOf(message['reasoning'])
  return text === '' ? [] : [{ type: 'reasoning', text }]
}

function callsOf(message: Fields): MessagePart[] {
  return listOf(message['tool_calls']).map((each) => {
    const { id, function: called } = fieldsOf(each)
    const { name, arguments: written } = fieldsOf(called)
    return { type: 'tool-call', id: stringOf(id), name: stringOf(name), arguments: argumentsOf(written) }
  })
}

interface CallPieces {
  id: string
  name: string
  text: string
}

class CompletionReader implements AnswerReader {
  #text = ''
  #reasoning = ''
  readonly #calls = new Map<number, CallPieces>()
  #usage: Fields | undefined
  #model: string | null = null
  #stop: string | null = null
  #error: unknown

  add(value: unknown): void {
    const { choices, usage, model, error } = fieldsOf(value)
    if (error !== undefined && error !== null) this.#error ??= value
    this.#model ??= nameOf(model)
    if (usage !== undefined && usage !== null) this.#usage = fieldsOf(usage)
    const choice = fieldsOf(listOf(choices)[0])
    this.#stop = nameOf(choice['finish_reason']) ?? this.#stop
    this.#addMessage(fieldsOf(choice['delta'] ?? choice['message']))
  }

  result() {
    const parts: MessagePart[] = [
      ...(this.#reasoning === '' ? [] : [{ type: 'reasoning' as const, text: this.#reasoning }]),
      ...(this.#text === '' ? [] : [textPart(this.#text)]),
      ...[...this.#calls.values()].map(({ id, name, text }): MessagePart => ({
        type: 'tool-call',
        id,
        name,
        arguments: argumentsOf(text),
      })),
    ]
    const usage = this.#usage ?? {}
    const cached = countOf(fieldsOf(usage['prompt_tokens_details'])['cached_tokens'])
    const reasoning = countOf(fieldsOf(usage['completion_tokens_details'])['reasoning_tokens'])
    return {
      parts,
      stop: this.#stop,
      model: this.#model,
      tokens: tokensOf(countOf(usage['prompt_tokens']), countOf(usage['completion_tokens']), { cached, reasoning }),
      complete: this.#stop !== null,
      ...(this.#error === undefined ? {} : { error: this.#error }),
    }
  }

  #addMessage(message: Fields): void {
    this.#text += plainText(message['content'])
    this.#reasoning += stringOf(message['reasoning_content']) || stringOf(message['reasoning'])
    for (const [position, each] of listOf(message['tool_calls']).entries()) {
      const { index, id, function: called } = fieldsOf(each)
      const { name, arguments: text } = fieldsOf(called)
      const at = countOf(index) ?? position
      const pieces = this.#calls.get(at) ?? { id: '', name: '', text: '' }
      this.#calls.set(at, {
        id: pieces.id || stringOf(id),
        name: pieces.name || stringOf(name),
        text: pieces.text + stringOf(text),
      })
    }
  }
}
