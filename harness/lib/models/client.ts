import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { AgentFault, HarnessFault, UsageError, messageOf } from '../../errors.ts'
import type { Budget, Reservation } from './budget.ts'
import type { ExchangeCache } from './cache.ts'
import { costOf, estimateTokens } from './cost.ts'
import { exchangeDigest } from './digest.ts'
import { RateLimiter } from './rate-limit.ts'
import type { Redactor } from './redact.ts'
import type { Model } from '../../contracts/types.ts'
import type { AgentFaultKind, Message } from '../../contracts/schema.ts'
import type { Exchange, ExchangeRequest, ExchangeResponse, Finish } from './schema.ts'
import { openTransport, type Send } from './transport.ts'

export interface ClientTools {
  readonly redactor: Redactor
  readonly budget: Budget
  /** Undefined with `--no-cache`. */
  readonly cache: ExchangeCache | undefined
  /** Hears at most once that answers cannot be kept in it. */
  readonly warn?: (warning: string) => void
  /** Milliseconds before the first retry; doubled with each. */
  readonly backoff?: number
}

/** Where the exchanges of a trial are kept; what is in it is never sent again. */
export interface ExchangeLog {
  read(): Promise<ReadonlyMap<string, Exchange>>
  append(exchange: Exchange): Promise<void>
}

/** What one trial asks. */
export interface Ask {
  readonly purpose: string
  readonly model: Model
  readonly messages: readonly Message[]
  readonly sample: number
  readonly attempt: number
  readonly log: ExchangeLog
  readonly signal: AbortSignal
}

interface Line {
  readonly limiter: RateLimiter
  /** Output tokens of the answers so far: what the next one is expected to have. */
  outputs: { sum: number; count: number }
}

const BACKOFF = 500
const LONGEST_BACKOFF = 30_000
/** A server that asks for more than this is taken to be down. */
const LONGEST_WAIT = 10 * 60_000
/** What an answer is expected to have before there was one: a small project. */
const EXPECTED_OUTPUT = 3000

/**
 * The one way to all models of a run: what was answered before is not asked again, calls keep to the rates and the budget,
 * are tried again where that can help, and are on disk before their answer is used.
 */
export class ModelClient {
  readonly #tools: ClientTools
  readonly #lines = new Map<string, Line>()
  readonly #transports = new Map<string, Send>()
  /** The same exchange, asked for by two trials at once, is one call. */
  readonly #underWay = new Map<string, Promise<Exchange>>()
  #keeps = true

  constructor(tools: ClientTools) {
    this.#tools = tools
  }

  /**
   * The text of the answer.
   * @throws AgentFault where the model refused, or was stopped by a filter or a limit
   * @throws HarnessFault where no answer is to be had, after all retries
   * @throws BudgetSpent | UsageError
   */
  async ask(ask: Ask): Promise<string> {
    const request = this.#tools.redactor.value<ExchangeRequest>({
      server: ask.model.server,
      model: ask.model.model,
      parameters: { ...ask.model.parameters },
      messages: [...ask.messages],
      sample: ask.sample,
      attempt: ask.attempt,
    })
    const digest = exchangeDigest(request)
    const recorded = (await ask.log.read()).get(digest)
    if (recorded) return textOf(recorded.response)
    const exchange = await this.#obtain(ask, request, digest)
    if (exchange.reused) await ask.log.append(exchange)
    return textOf(exchange.response)
  }

  /**
   * Keeps for all trials what was paid for and recorded by a process that was killed before it could do so: whoever asks
   * for the same would pay once more. A log that cannot be read is left to its own trial, which says so.
   */
  async recover(logs: readonly ExchangeLog[]): Promise<void> {
    const { cache } = this.#tools
    if (!cache) return
    for (const log of logs) {
      const exchanges = await log.read().catch(() => new Map<string, Exchange>())
      for (const exchange of exchanges.values()) {
        if (!exchange.reused && !(await cache.has(exchange.digest))) await this.#keep(exchange)
      }
    }
  }

  async #obtain(ask: Ask, request: ExchangeRequest, digest: string): Promise<Exchange> {
    for (let other = this.#underWay.get(digest); other; other = this.#underWay.get(digest)) {
      // Where the other one fails, this one finds out for itself.
      const shared = await other.catch(() => undefined)
      if (shared) return { ...shared, purpose: ask.purpose, reused: true }
    }
    const making = this.#cachedOrMade(ask, request, digest)
    this.#underWay.set(digest, making)
    try {
      return await making
    } finally {
      this.#underWay.delete(digest)
    }
  }

  async #cachedOrMade(ask: Ask, request: ExchangeRequest, digest: string): Promise<Exchange> {
    const cached = await this.#tools.cache?.get(digest)
    if (cached) return { ...cached, purpose: ask.purpose, reused: true }
    const made = await this.#make(ask, request, digest)
    await ask.log.append(made)
    // It counts as under way until it is here: whoever asks in between would pay for it once more.
    await this.#keep(made)
    return made
  }

  /** The answer is paid for and recorded: that it cannot be kept for others must not cost it. */
  async #keep(made: Exchange): Promise<void> {
    const { cache } = this.#tools
    if (cache && this.#keeps) await cache.put(made).catch((error: unknown) => this.#stopKeeping(cache, error))
  }

  #stopKeeping(cache: ExchangeCache, error: unknown): void {
    if (this.#keeps) this.#tools.warn?.(notKept(cache, error))
    this.#keeps = false
  }

  async #make(ask: Ask, request: ExchangeRequest, digest: string): Promise<Exchange> {
    const line = this.#lineOf(ask.model)
    const expected = expectedTokens(request, line)
    // Agents in files name their models when they call them.
    this.#tools.budget.checkPrice(ask.model.model, ask.model.price, 'model')
    const reservation = this.#tools.budget.reserve(expected, ask.model.price)
    const began = performance.now()
    const failures: string[] = []
    const response = await this.#sendUntilAnswered({ ask, request, line, expected, reservation, failures })
    if (response.tokens)
      line.outputs = { sum: line.outputs.sum + response.tokens.output, count: line.outputs.count + 1 }
    return {
      schemaVersion: 1,
      digest,
      purpose: ask.purpose,
      at: new Date().toISOString(),
      milliseconds: Math.round(performance.now() - began),
      request,
      response: this.#tools.redactor.value(response),
      failures,
      reused: false,
      price: ask.model.price,
      cost: costOf(response.tokens, ask.model.price),
    }
  }

  async #sendUntilAnswered(call: {
    readonly ask: Ask
    readonly request: ExchangeRequest
    readonly line: Line
    readonly expected: { readonly input: number; readonly output: number }
    readonly reservation: Reservation
    readonly failures: string[]
  }): Promise<ExchangeResponse> {
    const { ask, request, line, expected, reservation, failures } = call
    try {
      for (let attempt = 0; ; attempt += 1) {
        const settle = await line.limiter.acquire(expected.input + expected.output, ask.signal)
        const sent = await this.#transportOf(ask.model)(request, ask.signal)
        if ('response' in sent) {
          const { tokens } = sent.response
          if (tokens) settle(tokens.input + tokens.output)
          // However it ended, it was written: where nobody says what it took, what was expected counts.
          reservation.settle(tokens)
          return sent.response
        }
        const { failure } = sent
        if (failure.kind === 'answer') {
          reservation.cancel()
          return { text: '', finish: failure.finish, message: failure.message, model: null, tokens: null }
        }
        const message = this.#tools.redactor.text(failure.message)
        if (failure.kind === 'fatal') throw new UsageError(message)
        failures.push(message)
        const wait = failure.kind === 'again' ? this.#waitAfter(attempt, failure.waitFor) : Infinity
        if (attempt >= ask.model.retries || wait > LONGEST_WAIT) throw noAnswer(ask.model, failures)
        if (failure.kind === 'again' && failure.waitFor !== undefined) line.limiter.pause(failure.waitFor)
        await delay(wait, undefined, { signal: ask.signal })
      }
    } catch (error) {
      reservation.cancel()
      throw error
    }
  }

  /** Doubled each time, with a random part so that trials do not come back all at once. */
  #waitAfter(attempt: number, waitFor: number | undefined): number {
    if (waitFor !== undefined) return waitFor
    const longest = Math.min((this.#tools.backoff ?? BACKOFF) * 2 ** attempt, LONGEST_BACKOFF)
    return longest / 2 + randomInt(Math.max(1, Math.ceil(longest / 2)))
  }

  #lineOf(model: Model): Line {
    const key = JSON.stringify([model.baseURL, model.model, model.key ?? null])
    const line = this.#lines.get(key) ?? {
      limiter: new RateLimiter(model.requestsPerMinute, model.tokensPerMinute),
      outputs: { sum: 0, count: 0 },
    }
    this.#lines.set(key, line)
    return line
  }

  /** Agents of one model share its rates; each sends headers of its own, and is as patient as it was told to be. */
  #transportOf(model: Model): Send {
    const { baseURL, model: name, key: secret, server, headers, timeout } = model
    const key = JSON.stringify([baseURL, name, secret ?? null, server, headers, timeout])
    const send = this.#transports.get(key) ?? openTransport(model)
    this.#transports.set(key, send)
    return send
  }
}

function expectedTokens(
  { messages, parameters }: ExchangeRequest,
  { outputs }: Line,
): { input: number; output: number } {
  const input = estimateTokens(messages.reduce((sum, { content }) => sum + content.length, 0))
  const output = outputs.count === 0 ? EXPECTED_OUTPUT : Math.ceil(outputs.sum / outputs.count)
  const limits = [parameters['max_tokens'], parameters['max_completion_tokens']].filter(
    (each) => typeof each === 'number',
  )
  return { input, output: Math.min(output, ...limits) }
}

function notKept({ folder }: ExchangeCache, error: unknown): string {
  const remedy = 'name another folder by XDG_CACHE_HOME, or use --no-cache'
  return `answers of models are not kept for other runs: ${folder} cannot be written (${messageOf(error)}); ${remedy}`
}

function noAnswer(model: Model, failures: readonly string[]): HarnessFault {
  const last = failures.at(-1) ?? ''
  const tries = failures.length === 1 ? '' : ` after ${String(failures.length)} tries`
  return new HarnessFault(`model "${model.model}" at ${new URL(model.baseURL).host} gave no answer${tries}: ${last}`)
}

const FAULTS: Readonly<Record<Exclude<Finish, 'stop'>, readonly [AgentFaultKind, string]>> = {
  length: ['cut-off', 'the answer was cut off at the limit of its length'],
  refusal: ['refused', 'the model refused'],
  'content-filter': ['filtered', 'a filter of the server withheld the answer'],
  'context-overflow': ['context-overflow', 'what was sent is longer than the model takes'],
}

function textOf({ finish, text, message }: ExchangeResponse): string {
  if (finish === 'stop') return text
  const [kind, reason] = FAULTS[finish]
  throw new AgentFault(message === undefined ? reason : `${reason}: ${message.slice(0, 500)}`, kind)
}
