import type OpenAI from 'openai'
import { messageOf } from '../../errors.ts'
import type { Tokens } from '../../contracts/schema.ts'
import { boundedBody } from './bounded-body.ts'
import { failureOf, mayHaveArrived, type Failure } from './failure.ts'
import type { Model } from '../../contracts/types.ts'
import type { ExchangeRequest, ExchangeResponse } from './schema.ts'

/** Sends one request once. The client is responsible for retries, limits and records. */
export type Send = (request: ExchangeRequest, signal: AbortSignal) => Promise<Sent>
export type Sent = { readonly response: ExchangeResponse } | { readonly failure: Failure }

/** Characters of an answer; no sensible answer is longer. */
const MAX_ANSWER = 32 * 1024 * 1024
/** The `openai` package requires a key, even for servers without keys. */
const NO_KEY = 'none'

/** Opens a model through the `openai` package, which is loaded at the first call. */
export function openTransport(model: Model): Send {
  let client: Promise<OpenAI> | undefined
  const where = `model "${model.model}" at ${new URL(model.baseURL).host}`
  return async (request, signal) => {
    const call = new Call(model.timeout, signal)
    try {
      client ??= connect(model)
      return { response: await call.run(await client, request) }
    } catch (error) {
      if (signal.aborted) throw error
      return { failure: await failureFrom(error, call, where, model.keyVariable) }
    } finally {
      call.end()
    }
  }
}

async function connect(model: Model): Promise<OpenAI> {
  const { default: Client } = await import('openai')
  return new Client({
    apiKey: model.key ?? NO_KEY,
    baseURL: model.baseURL,
    defaultHeaders: model.headers,
    maxRetries: 0,
    // The package would log responses of the server; failures are reported by the client instead.
    logLevel: 'off',
    fetch: async (input, init) => boundedBody(await fetch(input, init)),
    // Disabled: `Call` aborts after a silence, and its timer restarts at every chunk.
    timeout: 2 ** 31 - 1,
    ...(model.server === 'openai' ? {} : { organization: null, project: null }),
  })
}

/** One streamed call. It is aborted after `timeout` milliseconds without data. */
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

  async run(client: OpenAI, request: ExchangeRequest): Promise<ExchangeResponse> {
    this.#restartTimer()
    const { data: stream, response } = await client.chat.completions
      .create(
        {
          model: request.model,
          messages: [...request.messages],
          ...request.parameters,
          stream: true,
          stream_options: { include_usage: true },
        },
        { signal: this.#controller.signal },
      )
      .withResponse()
    const type = response.headers.get('content-type') ?? 'a response without a content type'
    const answer = new Answer()
    if (type.includes('json')) for (const chunk of chunksOfJson(await this.#text(response))) answer.add(chunk)
    else await this.#read(stream, answer)
    if (answer.isEmpty)
      throw new BrokenStream(`the server sent ${type} without an answer; check the address of its API`)
    return answer.response()
  }

  async #read(stream: AsyncIterable<unknown>, answer: Answer): Promise<void> {
    for await (const chunk of stream) {
      this.#restartTimer()
      answer.add(chunk)
      if (answer.isFull) return
    }
  }

  async #text({ body }: Response): Promise<string> {
    const parts: Uint8Array[] = []
    const reader = body?.getReader()
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      this.#restartTimer()
      parts.push(part.value)
    }
    return Buffer.concat(parts).toString('utf8')
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

/**
 * The chunks of a response with a JSON type: one chunk with `message` instead of `delta` if the server does not stream, or
 * the events of a stream with a wrong content type.
 */
function chunksOfJson(text: string): unknown[] {
  const events = text.split(/\r?\n/).flatMap((line) => /^data: *(\{.*)$/.exec(line)?.[1] ?? [])
  return (events.length === 0 ? [text] : events).map((json): unknown => JSON.parse(json))
}

/** The stream ended before the answer did. */
class BrokenStream extends Error {}

/** Collects an answer from its chunks. */
class Answer {
  #text = ''
  #refusal = ''
  #finish: string | null = null
  #model: string | null = null
  #tokens: Tokens | null = null
  isEmpty = true

  /** Whether the length limit is reached, so that nothing more is read. */
  get isFull(): boolean {
    return this.#text.length + this.#refusal.length > MAX_ANSWER
  }

  /** Checks everything at runtime: servers do not keep to the types of the package. */
  add(chunk: unknown): void {
    if (typeof chunk !== 'object' || chunk === null) return
    this.isEmpty = false
    const { choices, model, usage }: Partial<OpenAI.ChatCompletionChunk> = chunk
    this.#model ??= typeof model === 'string' && model !== '' ? model : null
    if (usage) this.#tokens = tokensOf(usage)
    const choice = choices?.[0] as Partial<OpenAI.ChatCompletionChunk.Choice & OpenAI.ChatCompletion.Choice> | undefined
    if (!choice) return
    const message = choice.delta ?? choice.message
    this.#text += message?.content ?? ''
    this.#refusal += message?.refusal ?? ''
    this.#finish = choice.finish_reason ?? this.#finish
    if (this.isFull) this.#finish = 'length'
  }

  /** @throws BrokenStream if no finish reason came */
  response(): ExchangeResponse {
    if (this.#finish === null) throw new BrokenStream('the stream ended before the answer did')
    const base = { text: this.#text.slice(0, MAX_ANSWER), model: this.#model, tokens: this.#tokens }
    if (this.#refusal !== '') return { ...base, finish: 'refusal', message: this.#refusal.slice(0, MAX_ANSWER) }
    return { ...base, finish: FINISHES[this.#finish] ?? 'stop' }
  }
}

const FINISHES: Readonly<Record<string, ExchangeResponse['finish']>> = {
  length: 'length',
  max_tokens: 'length',
  content_filter: 'content-filter',
  safety: 'content-filter',
  refusal: 'refusal',
}

/** Null if the server's counts are invalid. */
function tokensOf(usage: Partial<OpenAI.CompletionUsage>): Tokens | null {
  const { prompt_tokens: input, completion_tokens: output } = usage
  if (!isCount(input) || !isCount(output)) return null
  const cached = usage.prompt_tokens_details?.cached_tokens
  const reasoning = usage.completion_tokens_details?.reasoning_tokens
  return {
    input,
    output,
    ...(isCount(cached) ? { cached } : {}),
    ...(isCount(reasoning) ? { reasoning } : {}),
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

async function failureFrom(
  error: unknown,
  call: Call,
  where: string,
  keyVariable: string | undefined,
): Promise<Failure> {
  const { APIError, APIConnectionError } = await import('openai')
  const again = { kind: 'again', waitFor: undefined, mayBePaid: mayHaveArrived(error) } as const
  if (call.timedOut) return { ...again, message: 'the server sent no data within the timeout' }
  if (error instanceof APIError && !(error instanceof APIConnectionError)) {
    const { status, headers, code, message } = error as InstanceType<typeof APIError>
    const moderated = (error.error as { metadata?: { reasons?: unknown } } | undefined)?.metadata?.reasons !== undefined
    const header = (name: string) => headers?.get(name) ?? null
    return failureOf({ status, code: moderated ? 'moderation' : (code ?? ''), message, header }, where, keyVariable)
  }
  // A connection that was refused or lost, or a stream that was cut off or is not JSON.
  return { ...again, message: messageOf(error) }
}
