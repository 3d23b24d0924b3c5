import { setTimeout as delay } from 'node:timers/promises'
import { AgentFault, HarnessFault, UsageError, messageOf } from '../../errors.ts'
import type { Reservation, Spending } from './budget.ts'
import type { AnswerCache } from './cache.ts'
import { costOf, estimateTokens } from './cost.ts'
import { exchangeDigest } from './digest.ts'
import { MAX_WAIT, type Failure } from './failure.ts'
import { RateLimiter, type Limiter } from './rate-limit.ts'
import type { Redactor } from './redact.ts'
import { isOver, waitAfter } from './retry.ts'
import type { Model } from '../../contracts/types.ts'
import type { AgentFaultKind, Message, Tokens } from '../../contracts/schema.ts'
import type { Exchange, ExchangeRequest, ExchangeResponse, Finish } from './schema.ts'
import { openTransport, type Send, type Sent } from './transport.ts'

export interface ClientTools {
  readonly redactor: Redactor
  readonly budget: Spending
  /** Undefined with `--no-cache`. */
  readonly cache: AnswerCache | undefined
  /** Called once if answers cannot be written to the cache, and once for each part of requests that a server refuses. */
  readonly warn?: (warning: string) => void
  /** Keeps to the rates of a model; within this client alone by default. */
  readonly limiter?: (model: Model) => Limiter
  /** Milliseconds before the first retry; doubles with each retry. */
  readonly backoff?: number
}

/** The recorded exchanges of a trial; they are never sent again. */
export interface ExchangeLog {
  read(): Promise<ReadonlyMap<string, Exchange>>
  append(exchange: Exchange): Promise<void>
}

/** A request of one trial. */
export interface Ask {
  readonly purpose: string
  readonly model: Model
  readonly messages: readonly Message[]
  readonly sample: number
  readonly attempt: number
  readonly log: ExchangeLog
  readonly signal: AbortSignal
  /** Is told what was sent otherwise than asked. */
  readonly note?: (note: string) => void
}

/** A call that may be made. After the first `settle` or `cancel`, both do nothing. */
export interface Admission {
  /** @param tokens The actual tokens; null if they are unknown, which keeps the estimate */
  settle(tokens: Tokens | null): Promise<void>
  /** The call was not answered. */
  cancel(): Promise<void>
  /** All calls of the model wait, because the server asked for it. */
  pause(milliseconds: number): Promise<void>
}

interface ModelState {
  readonly limiter: Limiter
  /** Parts of requests that the server refuses, with the note about each: they are left out for the rest of the run. */
  readonly refused: Map<string, string>
  /** Output tokens of the answers so far; their mean is the estimate for the next one. */
  outputs: { sum: number; count: number }
}

/** A call whose request the server accepts in all its parts, or fails for another reason. */
type SentWhole =
  | { readonly response: ExchangeResponse }
  | { readonly failure: Exclude<Failure, { kind: 'part-refused' }> }

/** Estimated output tokens before the first answer: a small project. */
const EXPECTED_OUTPUT = 3000

/**
 * Makes all calls to the models of a run. It reuses recorded and cached answers, keeps to rate limits and budget, retries if
 * that can help, and records every exchange before its answer is used.
 */
export class ModelClient {
  readonly #tools: ClientTools
  readonly #states = new Map<string, ModelState>()
  readonly #transports = new Map<string, Send>()
  /** Two trials that need the same exchange at the same time share one call. */
  readonly #inFlight = new Map<string, Promise<Exchange>>()
  #cacheWritable = true

  constructor(tools: ClientTools) {
    this.#tools = tools
  }

  /**
   * @returns the text of the answer
   * @throws AgentFault if the model refused, or a filter or limit stopped it
   * @throws HarnessFault if there is no answer after all retries
   * @throws BudgetSpent | UsageError
   */
  async ask(ask: Ask): Promise<string> {
    const request = this.#tools.redactor.value<ExchangeRequest>({
      server: ask.model.server,
      address: addressOf(ask.model),
      model: ask.model.model,
      parameters: { ...ask.model.parameters },
      messages: [...ask.messages],
      sample: ask.sample,
      attempt: ask.attempt,
    })
    const digest = exchangeDigest(request)
    const recorded = (await ask.log.read()).get(digest)
    const exchange = recorded ?? (await this.#obtain(ask, request, digest))
    if (!recorded && exchange.reused) await ask.log.append(exchange)
    for (const note of exchange.leftOut ?? []) ask.note?.(note)
    return textOf(exchange.response)
  }

  /**
   * Caches the exchanges in these logs that an earlier process recorded but did not cache before it was killed. Otherwise
   * another trial would pay for them again. Skips a log that cannot be read: its own trial reports that.
   */
  async recover(logs: readonly ExchangeLog[]): Promise<void> {
    const { cache } = this.#tools
    if (!cache) return
    for (const log of logs) {
      const exchanges = await log.read().catch(() => new Map<string, Exchange>())
      for (const exchange of exchanges.values()) {
        if (!exchange.reused && !(await cache.has(exchange.digest))) await this.#writeToCache(exchange)
      }
    }
  }

  async #obtain(ask: Ask, request: ExchangeRequest, digest: string): Promise<Exchange> {
    for (let other = this.#inFlight.get(digest); other; other = this.#inFlight.get(digest)) {
      // If the other call fails, this trial makes its own.
      const shared = await other.catch(() => undefined)
      if (shared) return { ...shared, purpose: ask.purpose, reused: true }
    }
    const exchange = this.#cachedOrMade(ask, request, digest)
    this.#inFlight.set(digest, exchange)
    try {
      return await exchange
    } finally {
      this.#inFlight.delete(digest)
    }
  }

  async #cachedOrMade(ask: Ask, request: ExchangeRequest, digest: string): Promise<Exchange> {
    const cached = await this.#tools.cache?.get(digest)
    if (cached) return { ...cached, purpose: ask.purpose, reused: true }
    const made = await this.#make(ask, request, digest)
    await ask.log.append(made)
    // The call counts as in flight until its answer is cached; otherwise another trial would pay for it again.
    await this.#writeToCache(made)
    return made
  }

  /**
   * Lets a call begin that something else makes, such as a tool through the gateway: within the budget and the rates of the run.
   * @param characters Of the request
   * @param limit Most output tokens, if the request names a limit
   * @throws BudgetSpent | UsageError
   */
  async admit(
    model: Model,
    { characters, limit = Infinity }: { readonly characters: number; readonly limit?: number },
    signal: AbortSignal,
  ): Promise<Admission> {
    const state = this.#stateOf(model)
    const expected = { input: estimateTokens(characters), output: Math.min(expectedOutput(state), limit) }
    this.#tools.budget.checkPrice(model.model, model.price, 'model')
    const reservation = await this.#tools.budget.reserve(expected, model.price, signal)
    try {
      const settle = await state.limiter.acquire(expected.input + expected.output, signal)
      return {
        async settle(tokens) {
          if (tokens) {
            await settle(tokens.input + tokens.output)
            state.outputs = { sum: state.outputs.sum + tokens.output, count: state.outputs.count + 1 }
          }
          await reservation.settle(tokens)
        },
        cancel: async () => reservation.cancel(),
        pause: async (milliseconds) => state.limiter.pause(milliseconds),
      }
    } catch (error) {
      await reservation.cancel()
      throw error
    }
  }

  /** Never throws: an answer that is paid for and recorded must not be lost because the cache cannot be written. */
  async #writeToCache(made: Exchange): Promise<void> {
    const { cache } = this.#tools
    if (cache && this.#cacheWritable) await cache.put(made).catch((error: unknown) => this.#disableCache(cache, error))
  }

  #disableCache(cache: AnswerCache, error: unknown): void {
    if (this.#cacheWritable) this.#tools.warn?.(notCached(cache, error))
    this.#cacheWritable = false
  }

  async #make(ask: Ask, request: ExchangeRequest, digest: string): Promise<Exchange> {
    const state = this.#stateOf(ask.model)
    const expected = expectedTokens(request, state)
    // Agents in files name their models only when they call them.
    this.#tools.budget.checkPrice(ask.model.model, ask.model.price, 'model')
    const reservation = await this.#tools.budget.reserve(expected, ask.model.price, ask.signal)
    const began = performance.now()
    const failures: string[] = []
    const response = await this.#sendUntilAnswered({ ask, request, state, expected, reservation, failures })
    const leftOut = [...state.refused.values()]
    if (response.tokens)
      state.outputs = { sum: state.outputs.sum + response.tokens.output, count: state.outputs.count + 1 }
    return {
      schemaVersion: 1,
      digest,
      purpose: ask.purpose,
      at: new Date().toISOString(),
      milliseconds: Math.round(performance.now() - began),
      request,
      response: this.#tools.redactor.value(response),
      failures,
      ...(leftOut.length === 0 ? {} : { leftOut }),
      reused: false,
      price: ask.model.price,
      cost: costOf(response.tokens, ask.model.price),
    }
  }

  async #sendUntilAnswered(call: {
    readonly ask: Ask
    readonly request: ExchangeRequest
    readonly state: ModelState
    readonly expected: { readonly input: number; readonly output: number }
    readonly reservation: Reservation
    readonly failures: string[]
  }): Promise<ExchangeResponse> {
    const { ask, request, state, expected, failures } = call
    let { reservation } = call
    let isOpen = true
    const began = performance.now()
    try {
      for (let attempt = 0; ; attempt += 1) {
        const settle = await state.limiter.acquire(expected.input + expected.output, ask.signal)
        const sent = await this.#sendAccepted(ask, request, state, reservation, failures)
        if ('response' in sent) {
          const { tokens } = sent.response
          if (tokens) await settle(tokens.input + tokens.output)
          // However the answer ended, its tokens were used; if they are unknown, the estimate counts.
          await reservation.settle(tokens)
          return sent.response
        }
        const { failure } = sent
        if (failure.kind === 'answer') {
          await reservation.cancel()
          return { text: '', finish: failure.finish, message: failure.message, model: null, tokens: null }
        }
        const message = this.#tools.redactor.text(failure.message)
        if (failure.kind === 'fatal') throw new UsageError(message)
        failures.push(message)
        if (failure.kind !== 'again') throw noAnswer(ask.model, failures)
        if (failure.mayBePaid) {
          await reservation.settle(null)
          isOpen = false
        }
        const { backoff } = this.#tools
        const wait = waitAfter(attempt, failure, backoff)
        if (isOver(attempt, performance.now() - began, ask.model, failure, backoff) || wait > MAX_WAIT)
          throw noAnswer(ask.model, failures)
        if (failure.isLimit || failure.waitFor !== undefined) await state.limiter.pause(wait)
        await delay(wait, undefined, { signal: ask.signal })
        if (!isOpen) reservation = await this.#tools.budget.reserve(expected, ask.model.price, ask.signal)
        isOpen = true
      }
    } catch (error) {
      await reservation.cancel()
      throw error
    }
  }

  /** Sends the request until the server refuses no further part of it. */
  async #sendAccepted(
    ask: Ask,
    request: ExchangeRequest,
    state: ModelState,
    reservation: Reservation,
    failures: string[],
  ): Promise<SentWhole> {
    for (;;) {
      const sent = await this.#send(ask, request, state, reservation)
      if ('response' in sent) return sent
      const { failure } = sent
      if (failure.kind !== 'part-refused') return { failure }
      const message = this.#tools.redactor.text(failure.message)
      failures.push(message)
      // Another call may have been refused the same part at the same time.
      if (state.refused.has(failure.part)) continue
      const note = leftOutNote(failure.part, message)
      state.refused.set(failure.part, note)
      this.#tools.warn?.(`model "${ask.model.model}": ${note}`)
    }
  }

  /** The server of a call that is aborted may count its tokens. */
  async #send(ask: Ask, request: ExchangeRequest, state: ModelState, reservation: Reservation): Promise<Sent> {
    try {
      return await this.#transportOf(ask.model)(request, ask.signal, new Set(state.refused.keys()))
    } catch (error) {
      await reservation.settle(null)
      throw error
    }
  }

  #stateOf(model: Model): ModelState {
    const key = JSON.stringify([model.baseURL, model.model, model.key ?? null])
    const state = this.#states.get(key) ?? {
      limiter: this.#tools.limiter?.(model) ?? new RateLimiter(model.requestsPerMinute, model.tokensPerMinute),
      refused: new Map<string, string>(),
      outputs: { sum: 0, count: 0 },
    }
    this.#states.set(key, state)
    return state
  }

  /** Agents of one model share its rate limits, but each has its own headers and timeout. */
  #transportOf(model: Model): Send {
    const { baseURL, model: name, key: secret, server, headers, timeout } = model
    const key = JSON.stringify([baseURL, name, secret ?? null, server, headers, timeout])
    const send = this.#transports.get(key) ?? openTransport(model)
    this.#transports.set(key, send)
    return send
  }
}

/** Without a query, which may contain a key. */
function addressOf({ baseURL }: Model): string {
  const { origin, pathname } = new URL(baseURL)
  return `${origin}${pathname}`.replace(/\/+$/, '')
}

function expectedOutput({ outputs }: ModelState): number {
  return outputs.count === 0 ? EXPECTED_OUTPUT : Math.ceil(outputs.sum / outputs.count)
}

function expectedTokens(
  { messages, parameters }: ExchangeRequest,
  state: ModelState,
): { input: number; output: number } {
  const input = estimateTokens(messages.reduce((sum, { content }) => sum + content.length, 0))
  const limits = [parameters['max_tokens'], parameters['max_completion_tokens']].filter(
    (each) => typeof each === 'number',
  )
  return { input, output: Math.min(expectedOutput(state), ...limits) }
}

function notCached({ folder }: AnswerCache, error: unknown): string {
  const remedy = 'set XDG_CACHE_HOME to another folder, or use --no-cache'
  return `answers of models are not cached for other runs: ${folder} cannot be written (${messageOf(error)}); ${remedy}`
}

function leftOutNote(part: string, message: string): string {
  const how = part === 'system' ? 'the system message is sent as part of the first message' : `"${part}" is not sent`
  return `${how}, because the server refuses it: ${message}`
}

function noAnswer(model: Model, failures: readonly string[]): HarnessFault {
  const last = failures.at(-1) ?? ''
  const tries = failures.length === 1 ? '' : ` after ${String(failures.length)} tries`
  return new HarnessFault(`model "${model.model}" at ${new URL(model.baseURL).host} gave no answer${tries}: ${last}`)
}

const FAULTS: Readonly<Record<Exclude<Finish, 'stop'>, readonly [AgentFaultKind, string]>> = {
  length: ['cut-off', 'the answer was cut off at its length limit'],
  refusal: ['refused', 'the model refused'],
  'content-filter': ['filtered', 'a content filter of the server blocked the answer'],
  'context-overflow': ['context-overflow', 'the request is longer than the context window of the model'],
}

function textOf({ finish, text, message }: ExchangeResponse): string {
  if (finish === 'stop' && message === undefined) return text
  if (finish === 'stop') throw new AgentFault(`the answer has no text: ${message ?? ''}`, 'empty')
  const [kind, reason] = FAULTS[finish]
  throw new AgentFault(message === undefined ? reason : `${reason}: ${message.slice(0, 500)}`, kind)
}
