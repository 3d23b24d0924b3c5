import type OpenAI from 'openai'
import { messageOf } from '../../errors.ts'
import type { Message } from '../../contracts/schema.ts'
import type { Model } from '../../contracts/types.ts'
import { Answer, ToldError } from './answer.ts'
import { boundedBody } from './bounded-body.ts'
import { SYSTEM, failureOf, mayHaveArrived, type Failure } from './failure.ts'
import { readServerError } from './server-error.ts'
import type { ExchangeRequest, ExchangeResponse } from './schema.ts'

/**
 * Sends one request once. The client is responsible for retries, limits and records.
 * @param without Parts that the server refuses
 */
export type Send = (request: ExchangeRequest, signal: AbortSignal, without: ReadonlySet<string>) => Promise<Sent>
export type Sent = { readonly response: ExchangeResponse } | { readonly failure: Failure }

/** The `openai` package requires a key, even for servers without keys. */
const NO_KEY = 'none'

/** Opens a model through the `openai` package, which is loaded at the first call. */
export function openTransport(model: Model): Send {
  let client: Promise<OpenAI> | undefined
  const where = `model "${model.model}" at ${new URL(model.baseURL).host}`
  return async (request, signal, without) => {
    const call = new Call(model.timeout, signal)
    const body = bodyOf(request, without)
    try {
      client ??= connect(model)
      return { response: await call.run(await client, body) }
    } catch (error) {
      if (signal.aborted) throw error
      if (call.timedOut) return { failure: again('the server sent no data within the timeout', true) }
      const called = { where, keyVariable: model.keyVariable, parts: partsOf(body) }
      const told = toldError(error)
      return {
        failure: told ? failureOf(told, called) : again(messageOf(error), mayHaveArrived(error)),
      }
    } finally {
      call.end()
    }
  }
}

function toldError(error: unknown) {
  if (error instanceof ErrorResponse)
    return readServerError(error.body, { status: error.status, header: (name) => error.headers.get(name) })
  return error instanceof ToldError ? readServerError(error.body) : undefined
}

function again(message: string, mayBePaid: boolean): Failure {
  return { kind: 'again', message, mayBePaid, waitFor: undefined, isLimit: false }
}

type Body = Readonly<Record<string, unknown>> & { readonly messages: readonly Message[] }

function bodyOf({ model, messages, parameters }: ExchangeRequest, without: ReadonlySet<string>): Body {
  const streams = without.has('stream') ? {} : { stream: true, stream_options: { include_usage: true } }
  const all = Object.entries<unknown>({ model, ...parameters, ...streams }).map(
    ([name, value]) => [otherName(name, without), value] as const,
  )
  const kept = all.filter(([name]) => !without.has(name))
  return {
    ...Object.fromEntries<unknown>(kept),
    messages: without.has(SYSTEM) ? withoutSystem(messages) : [...messages],
  }
}

/** The token limit has two names, of which some servers know one. */
function otherName(name: string, without: ReadonlySet<string>): string {
  if (!without.has(name)) return name
  if (name === 'max_tokens') return 'max_completion_tokens'
  return name === 'max_completion_tokens' ? 'max_tokens' : name
}

/** The text of system messages at the end of the first message of the user: templates without them often allow no two in a row. */
function withoutSystem(messages: readonly Message[]): Message[] {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content)
  const others = messages.filter(({ role }) => role !== 'system')
  const at = others.findIndex(({ role }) => role === 'user')
  return others.map((message, index) =>
    index === at ? { ...message, content: [message.content, ...system].join('\n\n') } : message,
  )
}

/** Parts that a request can do without. */
function partsOf({ messages, ...rest }: Body): string[] {
  const parameters = Object.keys(rest).filter((name) => name !== 'model')
  return messages.some(({ role }) => role === 'system') ? [...parameters, SYSTEM] : parameters
}

/** A response with a status of an error. The package would only keep what OpenAI's own errors contain. */
class ErrorResponse extends Error {
  readonly status: number
  readonly body: unknown
  readonly headers: Headers

  constructor(status: number, body: unknown, headers: Headers) {
    super(`status ${String(status)}`)
    this.status = status
    this.body = body
    this.headers = headers
  }
}

async function connect(model: Model): Promise<OpenAI> {
  const { default: OpenAIClient } = await import('openai')
  class Client extends OpenAIClient {
    protected override makeStatusError(
      status: number,
      json: object | undefined,
      text: string | undefined,
      headers: Headers,
    ) {
      return new ErrorResponse(status, json ?? text, headers) as never
    }
  }
  return new Client({
    apiKey: model.key ?? NO_KEY,
    baseURL: model.baseURL,
    defaultHeaders: model.headers,
    maxRetries: 0,
    // The package would log responses of the server; failures are reported by the client instead.
    logLevel: 'off',
    fetch: async (input, init) => boundedBody(await fetch(input, init)),
    // Disabled: `Call` aborts after a silence, and its timer restarts with all data.
    timeout: 2 ** 31 - 1,
    ...(model.server === 'openai' ? {} : { organization: null, project: null }),
  })
}

/** One call. It is aborted after `timeout` milliseconds without data. */
class Call {
  readonly #controller = new AbortController()
  readonly #timeout: number
  readonly #signal: AbortSignal
  readonly #onAbort = () => this.#controller.abort()
  #timer: NodeJS.Timeout | undefined
  timedOut = false

  constructor(timeout: number, signal: AbortSignal) {
    this.#timeout = timeout
    this.#signal = signal
    signal.addEventListener('abort', this.#onAbort, { once: true })
    if (signal.aborted) this.#onAbort()
  }

  async run(client: OpenAI, body: Body): Promise<ExchangeResponse> {
    this.#restartTimer()
    // Read here and not by the package, which loses errors that are no events of OpenAI's, and whose types no server keeps to.
    const request = client.chat.completions.create(body as never, { signal: this.#controller.signal })
    const response = await request.asResponse()
    const answer = new Answer()
    try {
      await this.#read(response, answer)
    } catch (error) {
      // The connection was lost after the end of the answer.
      if (this.#signal.aborted || !answer.isFinished) throw error
    }
    return answer.response(response.headers.get('content-type') ?? 'a response without a content type')
  }

  async #read(response: Response, answer: Answer): Promise<void> {
    for await (const event of eventsOf(this.#lines(response))) {
      if (event === DONE) {
        answer.end()
        return
      }
      answer.add(jsonOf(event))
      if (answer.isFull) return
    }
  }

  async *#lines({ body }: Response): AsyncGenerator<string> {
    const decoder = new TextDecoder()
    const reader = body?.getReader()
    let line: string[] = []
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      const text = decoder.decode(part.value, { stream: true })
      if (HAS_DATA.test(text)) this.#restartTimer()
      const [rest = '', ...others] = text.split('\n')
      line.push(rest)
      for (const next of others) {
        yield line.join('')
        line = [next]
      }
    }
    line.push(decoder.decode())
    yield line.join('')
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#signal.removeEventListener('abort', this.#onAbort)
    this.#controller.abort()
  }

  #restartTimer(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.timedOut = true
      this.#controller.abort()
    }, this.#timeout)
  }
}

/** Blank lines and comments only keep a connection open. */
const HAS_DATA = /^\s*[^:\s]/m
const DONE = '[DONE]'

/**
 * The events of a stream, or the whole text if it has none: some servers do not stream, and some give the wrong content type.
 * An event `error: {…}` is how llama.cpp told errors.
 */
async function* eventsOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  const others: string[] = []
  let data: string[] = []
  let isStream = false
  for await (const raw of lines) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    const [, field, value = ''] = /^(data|error|event|id|retry): ?(.*)$/s.exec(line) ?? []
    if (field !== undefined) isStream = true
    if (field === 'data' || field === 'error')
      data.push(field === 'error' && !value.includes('"error"') ? errorJson(value) : value)
    else if (line === '' && data.length > 0) {
      yield data.join('\n').trim()
      data = []
    } else if (!isStream) others.push(line)
  }
  if (data.length > 0) yield data.join('\n').trim()
  const whole = others.join('\n').trim()
  if (!isStream && whole !== '') yield whole
}

function errorJson(value: string): string {
  return JSON.stringify({ error: value })
}

/** @throws ToldError for other text, such as the message of a proxy */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    if (/^\s*<(?:!doctype|html)/i.test(text)) return undefined
    throw new ToldError(text.startsWith('{') || text.startsWith('[') ? `it sent invalid JSON: ${text}` : text)
  }
}
