/** OpenAI's Responses: `POST …/responses`. */
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

export const responses: Protocol = {
  api: 'responses',
  matches: (path) => path.endsWith('/responses'),
  readRequest(body) {
    const { model, instructions, input, tools, max_output_tokens: limit } = fieldsOf(body)
    const items = typeof input === 'string' ? [{ role: 'user', content: input }] : listOf(input)
    return {
      model: nameOf(model),
      messages: [
        ...(typeof instructions === 'string' && instructions !== ''
          ? [{ role: 'system' as const, parts: [{ type: 'text' as const, text: instructions }] }]
          : []),
        ...items.map(messageOf),
      ],
      tools: listOf(tools).map((tool) => stringOf(fieldsOf(tool)['name']) || stringOf(fieldsOf(tool)['type'])),
      ...limitOf(limit),
    }
  },
  openAnswer: () => new ResponseReader(),
  errorBody: (message) => ({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
}

/** Each item is a message of its own. */
function messageOf(value: unknown): CallMessage {
  const { role, type, content } = fieldsOf(value)
  if (typeof role === 'string' && (type === undefined || type === 'message')) {
    const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : listOf(content).map(textOf)
    return { role: role === 'assistant' ? role : role === 'user' ? 'user' : 'system', parts }
  }
  const part = partOf(value)
  return { role: part.type === 'tool-result' ? 'user' : 'assistant', parts: [part] }
}

function textOf(value: unknown): MessagePart {
  const { text } = fieldsOf(value)
  return typeof text === 'string' ? { type: 'text', text } : otherPart(value)
}

/** An item that is no message of the user. */
function partOf(value: unknown): MessagePart {
  const item = fieldsOf(value)
  const type = stringOf(item['type'])
  const id = stringOf(item['call_id'])
  if (type === 'reasoning') return { type, text: plainText(item['summary']) || plainText(item['content']) }
  if (type === 'function_call' || type === 'custom_tool_call') {
    const written = item['arguments'] ?? item['input']
    return { type: 'tool-call', id, name: stringOf(item['name']), arguments: argumentsOf(written) }
  }
  if (type === 'local_shell_call') return { type: 'tool-call', id, name: type, arguments: argumentsOf(item['action']) }
  if (type.endsWith('_output')) return { type: 'tool-result', id, text: plainText(item['output']) }
  return otherPart(value)
}

class ResponseReader implements AnswerReader {
  readonly #items: unknown[] = []
  /** Of an answer that breaks off. */
  #text = ''
  #last: Fields = {}
  #model: string | null = null
  #complete = false
  #error: unknown

  add(value: unknown): void {
    const event = fieldsOf(value)
    const type = stringOf(event['type'])
    if (type === 'response.output_text.delta') this.#text += stringOf(event['delta'])
    if (type === 'response.output_item.done') {
      this.#items.push(event['item'])
      this.#text = ''
    }
    const response = event['object'] === 'response' ? event : fieldsOf(event['response'])
    this.#model ??= nameOf(response['model'])
    const isEnd = event['object'] === 'response' || type === 'response.completed' || type === 'response.incomplete'
    if (isEnd) {
      this.#last = response
      this.#complete = true
    }
    const failed = response['error'] ?? event['error'] ?? (type === 'error' ? event : undefined)
    if (failed !== undefined) this.#error ??= { error: failed }
  }

  result() {
    const output = listOf(this.#last['output'])
    const parts = (output.length > 0 ? output : this.#items).flatMap((item) => messageOf(item).parts)
    const usage = fieldsOf(this.#last['usage'])
    const { reason } = fieldsOf(this.#last['incomplete_details'])
    return {
      parts: this.#text === '' ? parts : [...parts, { type: 'text' as const, text: this.#text }],
      stop: nameOf(reason) ?? nameOf(this.#last['status']),
      model: this.#model,
      tokens: tokensOf(countOf(usage['input_tokens']), countOf(usage['output_tokens']), {
        cached: countOf(fieldsOf(usage['input_tokens_details'])['cached_tokens']),
        reasoning: countOf(fieldsOf(usage['output_tokens_details'])['reasoning_tokens']),
      }),
      complete: this.#complete,
      ...(this.#error === undefined ? {} : { error: this.#error }),
    }
  }
}
