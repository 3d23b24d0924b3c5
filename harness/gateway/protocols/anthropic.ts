/** Anthropic's Messages: `POST /v1/messages`. */
import type { CallMessage, MessagePart, Tokens } from '../../contracts/schema.ts'
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

export const anthropic: Protocol = {
  api: 'anthropic',
  matches: (path) => path.endsWith('/messages'),
  readRequest(body) {
    const { model, system, messages, tools, max_tokens: limit } = fieldsOf(body)
    const instructions = plainText(system)
    return {
      model: nameOf(model),
      messages: [
        ...(instructions === '' ? [] : [{ role: 'system' as const, parts: [textPart(instructions)] }]),
        ...listOf(messages).map(messageOf),
      ],
      tools: listOf(tools).map((tool) => stringOf(fieldsOf(tool)['name'])),
      ...limitOf(limit),
    }
  },
  openAnswer: () => new MessageReader(),
  errorBody: (message) => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
}

function textPart(text: string): MessagePart {
  return { type: 'text', text }
}

function messageOf(value: unknown): CallMessage {
  const { role, content } = fieldsOf(value)
  const blocks = typeof content === 'string' ? [textPart(content)] : listOf(content).map(partOf)
  return { role: role === 'assistant' || role === 'system' ? role : 'user', parts: blocks }
}

/** Marks for the cache move from call to call, and are no part of what is said. */
function partOf(value: unknown): MessagePart {
  const block = fieldsOf(value)
  switch (block['type']) {
    case 'text':
      return textPart(stringOf(block['text']))
    case 'thinking':
      return { type: 'reasoning', text: stringOf(block['thinking']) }
    case 'tool_use':
    case 'server_tool_use':
      return {
        type: 'tool-call',
        id: stringOf(block['id']),
        name: stringOf(block['name']),
        arguments: argumentsOf(block['input']),
      }
    case 'tool_result':
      return {
        type: 'tool-result',
        id: stringOf(block['tool_use_id']),
        text: plainText(block['content']),
        ...(block['is_error'] === true ? { failed: true } : {}),
      }
    default:
      return otherPart(value)
  }
}

class MessageReader implements AnswerReader {
  readonly #blocks = new Map<number, Record<string, unknown>>()
  /** JSON of the input of a tool, by the index of its block. */
  readonly #inputs = new Map<number, string>()
  #usage: Fields = {}
  #model: string | null = null
  #stop: string | null = null
  #complete = false
  #error: unknown

  add(value: unknown): void {
    const event = fieldsOf(value)
    switch (event['type']) {
      case 'message':
        this.#start(event)
        for (const [index, block] of listOf(event['content']).entries()) this.#blocks.set(index, { ...fieldsOf(block) })
        this.#complete = true
        return
      case 'message_start':
        this.#start(fieldsOf(event['message']))
        return
      case 'content_block_start':
        this.#blocks.set(Number(event['index']), { ...fieldsOf(event['content_block']) })
        return
      case 'content_block_delta':
        this.#extend(Number(event['index']), fieldsOf(event['delta']))
        return
      case 'message_delta':
        this.#stop = nameOf(fieldsOf(event['delta'])['stop_reason']) ?? this.#stop
        this.#addUsage(event['usage'])
        return
      case 'message_stop':
        this.#complete = true
        return
      default:
        if (event['error'] !== undefined) this.#error ??= value
    }
  }

  result() {
    const parts = [...this.#blocks].map(([index, block]) => {
      const input = this.#inputs.get(index)
      return partOf(input === undefined ? block : { ...block, input })
    })
    return {
      parts,
      stop: this.#stop,
      model: this.#model,
      tokens: this.#tokens(),
      complete: this.#complete,
      ...(this.#error === undefined ? {} : { error: this.#error }),
    }
  }

  #start(message: Fields): void {
    this.#model = nameOf(message['model'])
    this.#stop = nameOf(message['stop_reason'])
    this.#addUsage(message['usage'])
  }

  /** Later counts replace earlier ones, and those of servers that only know some of them. */
  #addUsage(usage: unknown): void {
    const known = Object.entries(fieldsOf(usage)).filter(([, count]) => countOf(count) !== undefined)
    this.#usage = { ...this.#usage, ...Object.fromEntries(known) }
  }

  #extend(index: number, delta: Fields): void {
    const block = this.#blocks.get(index)
    if (!block) return
    if (delta['type'] === 'text_delta') block['text'] = stringOf(block['text']) + stringOf(delta['text'])
    if (delta['type'] === 'thinking_delta')
      block['thinking'] = stringOf(block['thinking']) + stringOf(delta['thinking'])
    if (delta['type'] === 'input_json_delta')
      this.#inputs.set(index, (this.#inputs.get(index) ?? '') + stringOf(delta['partial_json']))
  }

  /** Its `input_tokens` are without those that the cache had or got. */
  #tokens(): Tokens | null {
    const of = (name: string) => countOf(this.#usage[name])
    const [cached, cacheWritten] = [of('cache_read_input_tokens'), of('cache_creation_input_tokens')]
    const fresh = of('input_tokens')
    const input = fresh === undefined ? undefined : fresh + (cached ?? 0) + (cacheWritten ?? 0)
    return tokensOf(input, of('output_tokens'), { cached, cacheWritten })
  }
}
