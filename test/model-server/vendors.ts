/** A server that speaks the APIs of the vendors, with their stream formats, and gives scripted answers. */
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export type Api = 'anthropic' | 'chat' | 'responses' | 'gemini'

/** The answer of the model. */
export interface Turn {
  readonly reasoning?: string
  readonly text?: string
  readonly calls?: readonly { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }[]
  readonly input?: number
  readonly output?: number
  readonly cached?: number
  readonly cacheWritten?: number
  readonly thought?: number
}

/** Sent in place of an answer. */
export type Misbehaviour =
  | { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | 'hang-up'
  | 'cut'
  | 'silent'
  | 'endless'

export interface VendorRequest {
  readonly api: Api | undefined
  readonly method: string
  readonly path: string
  readonly headers: http.IncomingHttpHeaders
  readonly text: string
  readonly body: Readonly<Record<string, unknown>>
  readonly model: string
}

export interface VendorServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string
  readonly requests: readonly VendorRequest[]
  /** Milliseconds at which each event of the last answer was sent. */
  readonly sentAt: readonly number[]
}

export function apiOf(path: string): Api | undefined {
  if (path.endsWith('/messages')) return 'anthropic'
  if (path.endsWith('/chat/completions')) return 'chat'
  if (path.endsWith('/responses')) return 'responses'
  return /:(?:streamG|g)enerateContent$/.test(path) ? 'gemini' : undefined
}

/**
 * @param reply Chooses what is answered to a request, by its number among those of an API
 * @param pause Milliseconds between two events of a stream
 */
export async function vendorServer(
  reply: (request: VendorRequest, number: number) => Turn | Misbehaviour,
  { pause = 0, key }: { readonly pause?: number; readonly key?: string } = {},
): Promise<VendorServer> {
  const requests: VendorRequest[] = []
  const sentAt: number[] = []
  let number = 0
  const server = http.createServer((incoming, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk as Buffer)
      const text = Buffer.concat(chunks).toString('utf8')
      const url = new URL(incoming.url ?? '', 'http://server')
      const body = parsed(text)
      const named = /models\/([^/:]+):/.exec(url.pathname)?.[1]
      const request: VendorRequest = {
        ...{ api: apiOf(url.pathname), method: incoming.method ?? '', path: incoming.url ?? '', text, body },
        headers: incoming.headers,
        model: named ?? (typeof body['model'] === 'string' ? body['model'] : ''),
      }
      requests.push(request)
      const given =
        /^Bearer (.*)$/.exec(incoming.headers.authorization ?? '')?.[1] ??
        incoming.headers['x-api-key'] ??
        incoming.headers['x-goog-api-key'] ??
        url.searchParams.get('key')
      if (key !== undefined && given !== key) {
        send(response, { status: 401, body: { error: { type: 'authentication_error', message: 'invalid x-api-key' } } })
        return
      }
      if (request.api === undefined) {
        send(response, { status: 200, body: { echoed: request.path, headers: request.headers } })
        return
      }
      const isStream = body['stream'] === true || url.pathname.includes(':stream')
      await answer(response, request, reply(request, number++), { isStream, pause, sentAt })
    })().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    requests,
    sentAt,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

function send(response: http.ServerResponse, reply: Exclude<Misbehaviour, string>): void {
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
  response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
}

interface Sending {
  readonly isStream: boolean
  readonly pause: number
  readonly sentAt: number[]
}

async function answer(
  response: http.ServerResponse,
  request: VendorRequest,
  reply: Turn | Misbehaviour,
  { isStream, pause, sentAt }: Sending,
): Promise<void> {
  if (reply === 'hang-up') response.destroy()
  else if (typeof reply === 'object' && 'status' in reply) send(response, reply)
  else if (reply === 'silent' || reply === 'endless' || reply === 'cut') {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(eventsOf(request, { reasoning: 'hm', text: 'begun' })[0] ?? '')
    if (reply === 'cut') setImmediate(() => response.destroy())
    const event = `data: ${JSON.stringify({ type: 'ping', text: 'x'.repeat(60_000) })}\n\n`
    while (reply === 'endless' && !response.destroyed)
      if (!response.write(event)) await Promise.race([once(response, 'drain'), once(response, 'close')])
  } else if (isStream) {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    sentAt.length = 0
    for (const event of eventsOf(request, reply)) {
      sentAt.push(performance.now())
      response.write(event)
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    }
    response.end()
  } else {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(wholeOf(request, reply)))
  }
}

// ---- the formats of the vendors -----------------------------------------------------------------------------------------

function eventsOf(request: VendorRequest, turn: Turn): string[] {
  return { anthropic: anthropicEvents, chat: chatEvents, responses: responsesEvents, gemini: geminiEvents }[
    request.api ?? 'chat'
  ](request, turn)
}

function wholeOf(request: VendorRequest, turn: Turn): object {
  switch (request.api) {
    case 'anthropic':
      return { ...message(request), content: blocksOf(turn), stop_reason: stopOf(turn), usage: anthropicUsage(turn) }
    case 'responses':
      return responseOf(request, turn)
    case 'gemini':
      return geminiOf(request, turn)
    default:
      return {
        ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: request.model, usage: chatUsage(turn) },
        choices: [{ index: 0, message: chatMessage(turn), finish_reason: turn.calls ? 'tool_calls' : 'stop' }],
      }
  }
}

let ids = 0
const nextId = () => `call_${String(++ids)}`

const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`
const named = (value: { readonly type: string }) => `event: ${value.type}\n${data(value)}`

function message({ model }: VendorRequest): object {
  return { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], stop_reason: null, stop_sequence: null }
}

function stopOf({ calls }: Turn): string {
  return calls ? 'tool_use' : 'end_turn'
}

function anthropicUsage({ input = 100, output = 20, cached = 0, cacheWritten = 0 }: Turn): object {
  return {
    input_tokens: input - cached - cacheWritten,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: cacheWritten,
    output_tokens: output,
  }
}

function blocksOf({ reasoning, text, calls = [] }: Turn): object[] {
  return [
    ...(reasoning === undefined ? [] : [{ type: 'thinking', thinking: reasoning, signature: 'sig' }]),
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...calls.map((call) => ({ type: 'tool_use', id: nextId(), name: call.name, input: call.arguments })),
  ]
}

function anthropicEvents(request: VendorRequest, turn: Turn): string[] {
  const usage = anthropicUsage(turn)
  const start = { type: 'message_start', message: { ...message(request), usage: { ...usage, output_tokens: 1 } } }
  const blocks = blocksOf(turn).flatMap((block, index) => {
    const { type, text = '', thinking = '', input } = block as Record<string, string> & { input?: object }
    const empty = {
      ...block,
      ...(type === 'text' ? { text: '' } : type === 'thinking' ? { thinking: '', signature: '' } : { input: {} }),
    }
    const deltas =
      type === 'text'
        ? halves(text).map((part) => ({ type: 'text_delta', text: part }))
        : type === 'thinking'
          ? [
              ...halves(thinking).map((part) => ({ type: 'thinking_delta', thinking: part })),
              { type: 'signature_delta', signature: 'sig' },
            ]
          : halves(JSON.stringify(input)).map((part) => ({ type: 'input_json_delta', partial_json: part }))
    return [
      named({ type: 'content_block_start', index, content_block: empty } as never),
      ...deltas.map((delta) => named({ type: 'content_block_delta', index, delta } as never)),
      named({ type: 'content_block_stop', index } as never),
    ]
  })
  const delta = { stop_reason: stopOf(turn), stop_sequence: null }
  return [
    named(start),
    named({ type: 'ping' }),
    ...blocks,
    named({ type: 'message_delta', delta, usage: { output_tokens: turn.output ?? 20 } } as never),
    named({ type: 'message_stop' }),
  ]
}

function halves(text: string): string[] {
  const middle = Math.ceil(text.length / 2)
  return [text.slice(0, middle), text.slice(middle)].filter((part) => part !== '')
}

function chatUsage({ input = 100, output = 20, cached = 0, thought = 0 }: Turn): object {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: thought },
  }
}

function chatMessage({ reasoning, text, calls }: Turn): object {
  return {
    role: 'assistant',
    content: text ?? null,
    ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
    ...(calls === undefined
      ? {}
      : {
          tool_calls: calls.map((call, index) => ({
            ...{ index, id: nextId(), type: 'function' },
            function: { name: call.name, arguments: JSON.stringify(call.arguments) },
          })),
        }),
  }
}

function chatEvents({ model }: VendorRequest, turn: Turn): string[] {
  const chunk = (delta: object, finish: string | null = null) =>
    data({
      ...{ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model },
      choices: [{ index: 0, delta, finish_reason: finish }],
    })
  const calls = (turn.calls ?? []).flatMap((call, index) => {
    const [first = '', ...rest] = halves(JSON.stringify(call.arguments))
    const start = { index, id: nextId(), type: 'function', function: { name: call.name, arguments: first } }
    return [
      chunk({ tool_calls: [start] }),
      ...rest.map((part) => chunk({ tool_calls: [{ index, function: { arguments: part } }] })),
    ]
  })
  return [
    chunk({ role: 'assistant', content: '' }),
    ...halves(turn.reasoning ?? '').map((part) => chunk({ reasoning_content: part })),
    ...halves(turn.text ?? '').map((content) => chunk({ content })),
    ...calls,
    chunk({}, turn.calls ? 'tool_calls' : 'stop'),
    data({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model, choices: [], usage: chatUsage(turn) }),
    'data: [DONE]\n\n',
  ]
}

function outputOf({ reasoning, text, calls = [] }: Turn): object[] {
  return [
    ...(reasoning === undefined
      ? []
      : [{ type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: reasoning }] }]),
    ...(text === undefined
      ? []
      : [
          {
            ...{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' },
            content: [{ type: 'output_text', text, annotations: [] }],
          },
        ]),
    ...calls.map((call) => ({
      ...{ type: 'function_call', id: 'fc_1', call_id: nextId(), status: 'completed' },
      ...{ name: call.name, arguments: JSON.stringify(call.arguments) },
    })),
  ]
}

function responseOf({ model }: VendorRequest, turn: Turn, output = outputOf(turn)): object {
  const { input = 100, output: written = 20, cached = 0, thought = 0 } = turn
  return {
    ...{ id: 'resp_1', object: 'response', created_at: 1, status: 'completed', model, output, error: null },
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: cached },
      output_tokens: written,
      output_tokens_details: { reasoning_tokens: thought },
      total_tokens: input + written,
    },
  }
}

function responsesEvents(request: VendorRequest, turn: Turn): string[] {
  const output = outputOf(turn)
  const created = {
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    status: 'in_progress',
    model: request.model,
    output: [],
  }
  let order = 0
  const event = (type: string, more: object) => named({ type, sequence_number: order++, ...more } as never)
  const items = output.flatMap((item, index) => {
    const text = (item as { content?: { text: string }[] }).content?.[0]?.text
    return [
      event('response.output_item.added', {
        output_index: index,
        item: { ...item, status: 'in_progress', ...(text === undefined ? {} : { content: [] }) },
      }),
      ...halves(text ?? '').map((delta) =>
        event('response.output_text.delta', { item_id: 'msg_1', output_index: index, content_index: 0, delta }),
      ),
      event('response.output_item.done', { output_index: index, item }),
    ]
  })
  return [
    event('response.created', { response: created }),
    ...items,
    event('response.completed', { response: responseOf(request, turn, output) }),
  ]
}

function geminiParts({ reasoning, text, calls = [] }: Turn): object[] {
  return [
    ...(reasoning === undefined ? [] : [{ text: reasoning, thought: true }]),
    ...(text === undefined ? [] : [{ text }]),
    ...calls.map((call) => ({ functionCall: { name: call.name, args: call.arguments } })),
  ]
}

function geminiOf({ model }: VendorRequest, turn: Turn, parts = geminiParts(turn), isLast = true): object {
  const { input = 100, output = 20, cached = 0, thought = 0 } = turn
  return {
    candidates: [{ content: { role: 'model', parts }, index: 0, ...(isLast ? { finishReason: 'STOP' } : {}) }],
    usageMetadata: {
      promptTokenCount: input,
      candidatesTokenCount: output - thought,
      thoughtsTokenCount: thought,
      cachedContentTokenCount: cached,
      totalTokenCount: input + output,
    },
    modelVersion: model,
  }
}

function geminiEvents(request: VendorRequest, turn: Turn): string[] {
  const parts = geminiParts(turn)
  return parts.map((part, index) => {
    const value = geminiOf(request, turn, [part], index === parts.length - 1)
    return `data: ${JSON.stringify(value)}\r\n\r\n`
  })
}
