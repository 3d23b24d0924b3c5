/** Collects an answer from the chunks of a stream, or from the one value of a server that does not stream. */
import type OpenAI from 'openai'
import type { Tokens } from '../../contracts/schema.ts'
import type { ExchangeResponse, Finish } from './schema.ts'
import { isServerError } from './server-error.ts'

/** Characters of an answer; no sensible answer is longer. */
const MAX_ANSWER = 32 * 1024 * 1024
/** Characters of a response that a message quotes. */
const LONGEST_QUOTE = 300

/** The stream ended before the answer did, or the server sent something else. */
export class BrokenStream extends Error {}

/** An error that the server told with status 200. */
export class ToldError extends Error {
  readonly body: unknown

  /** @param body The text or JSON value with the error */
  constructor(body: unknown) {
    super('the server told an error in its answer')
    this.body = body
  }
}

/** The ends of answers by their names in lower case; an unknown one counts as `stop`. */
const FINISHES: Readonly<Record<string, Finish>> = {
  length: 'length',
  max_tokens: 'length',
  max_output_tokens: 'length',
  model_length: 'length',
  model_context_window_exceeded: 'length',
  content_filter: 'content-filter',
  safety: 'content-filter',
  recitation: 'content-filter',
  blocklist: 'content-filter',
  prohibited_content: 'content-filter',
  spii: 'content-filter',
  sensitive: 'content-filter',
  refusal: 'refusal',
}
/** The server ended the answer for a reason of its own: the next try may succeed. */
const BROKEN_OFF =
  /^(?:error|abort(?:ed)?|cancel(?:led|ed)?|network_error|insufficient_system_resource|engine_overloaded|timeout|failed|other)$/

type Choice = Partial<OpenAI.ChatCompletionChunk.Choice & OpenAI.ChatCompletion.Choice>

export class Answer {
  #text = ''
  #refusal = ''
  #finish: string | null = null
  #model: string | null = null
  #tokens: Tokens | null = null
  #hasReasoning = false
  #tool: string | undefined
  #hasChoice = false
  /** Whether a value came after which no more text can follow. */
  #hasEnd = false
  #first: unknown

  /** Whether the length limit is reached, so that nothing more is read. */
  get isFull(): boolean {
    return this.#text.length + this.#refusal.length > MAX_ANSWER
  }

  /** Whether the server gave a reason for the end of the answer. */
  get isFinished(): boolean {
    return this.#finish !== null && this.#text !== ''
  }

  /**
   * Checks everything at runtime: servers do not keep to the types of the package.
   * @throws ToldError if it is an error
   */
  add(value: unknown): void {
    this.#first ??= value
    if (isServerError(value)) {
      // After the end of an answer nothing of it can fail any more.
      if (this.isFinished) return
      throw new ToldError(value)
    }
    if (typeof value !== 'object' || value === null) return
    const { choices, model, usage }: Partial<OpenAI.ChatCompletionChunk> = value
    this.#model ??= typeof model === 'string' && model !== '' ? model : null
    if (usage) this.#tokens = tokensOf(usage)
    const choice = Array.isArray(choices)
      ? (choices[0] as (Choice & { readonly text?: unknown }) | undefined)
      : undefined
    // Servers that report the usage once send it as the last value, without a choice.
    if (!choice) this.#hasEnd ||= usage != null && this.#hasChoice
    else this.#addChoice(choice)
  }

  /** The server said that nothing more follows. */
  end(): void {
    this.#hasEnd = true
  }

  #addChoice(choice: Choice & { readonly text?: unknown }): void {
    this.#hasChoice = true
    const message = (choice.delta ?? choice.message ?? {}) as Readonly<Record<string, unknown>>
    this.#addContent(message['content'] ?? choice.text)
    if (typeof message['refusal'] === 'string') this.#refusal += message['refusal']
    this.#hasReasoning ||= REASONING.some((name) => !isEmpty(message[name]))
    this.#tool ??= toolIn(message)
    // Some servers send an empty reason with each chunk.
    const reason: unknown = choice.finish_reason
    const finish = typeof reason === 'string' && reason !== '' ? reason.toLowerCase() : this.#finish
    if (finish !== null && BROKEN_OFF.test(finish))
      throw new ToldError({ message: `the server broke the answer off: finish_reason is "${finish}"` })
    this.#finish = this.isFull ? 'length' : finish
    if (choice.message) this.#hasEnd = true
  }

  /** A text, or a list of parts: texts, reasoning and others. */
  #addContent(content: unknown): void {
    if (typeof content === 'string') this.#text += content
    else if (Array.isArray(content)) for (const part of content) this.#addContent(part)
    else if (typeof content === 'object' && content !== null) {
      const { type, text, refusal } = content as {
        readonly type?: unknown
        readonly text?: unknown
        readonly refusal?: unknown
      }
      if (typeof type === 'string' && /think|thought|reason/i.test(type)) this.#hasReasoning = true
      else if (typeof text === 'string') this.#text += text
      else if (typeof refusal === 'string') this.#refusal += refusal
    }
  }

  /**
   * @param type The content type of the response, for messages
   * @throws BrokenStream if there is no answer, or if its end is missing
   */
  response(type: string): ExchangeResponse {
    if (!this.#hasChoice) throw new BrokenStream(this.#nothing(type))
    const isComplete = this.#finish !== null || (this.#hasEnd && !this.#isEmpty)
    if (!isComplete) throw new BrokenStream('the stream ended before the answer did')
    const base = { text: this.#text.slice(0, MAX_ANSWER), model: this.#model, tokens: this.#tokens }
    if (this.#refusal !== '') return { ...base, finish: 'refusal', message: this.#refusal.slice(0, MAX_ANSWER) }
    const finish = FINISHES[this.#finish ?? 'stop'] ?? 'stop'
    const instead = this.#text.trim() === '' ? this.#instead() : undefined
    return { ...base, finish, ...(instead === undefined ? {} : { message: instead }) }
  }

  get #isEmpty(): boolean {
    return this.#text === '' && this.#refusal === '' && this.#tool === undefined && !this.#hasReasoning
  }

  #nothing(type: string): string {
    if (this.#first === undefined) return `the server sent ${type} without an answer; check the address of its API`
    const quote = JSON.stringify(this.#first).slice(0, LONGEST_QUOTE)
    return `the server sent ${type} without an answer: ${quote}`
  }

  /** The content that came in place of a text. */
  #instead(): string | undefined {
    if (this.#tool !== undefined)
      return `it is nothing but a call of the tool ${JSON.stringify(this.#tool.slice(0, 100))}`
    return this.#hasReasoning ? 'it is nothing but reasoning' : undefined
  }
}

/** Fields in which servers send reasoning beside the text. */
const REASONING = ['reasoning_content', 'reasoning', 'reasoning_text', 'reasoning_details', 'thinking', 'thought']

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** The name of the first tool that a message calls. */
function toolIn(message: Readonly<Record<string, unknown>>): string | undefined {
  const calls = message['tool_calls']
  const call: unknown = Array.isArray(calls) ? calls[0] : undefined
  const named = (call as { readonly function?: unknown } | undefined)?.function ?? message['function_call']
  if (call === undefined && (named === undefined || named === null)) return undefined
  const name = (named as { readonly name?: unknown } | undefined | null)?.name
  return typeof name === 'string' ? name : ''
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
