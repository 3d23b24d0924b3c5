import { once } from 'node:events'
import type http from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { BudgetSpent, UsageError, messageOf } from '../errors.ts'
import type { CallFault, CallMessage, FileChange, ModelCall } from '../contracts/schema.ts'
import type { Admission } from '../lib/models/client.ts'
import { costOf } from '../lib/models/cost.ts'
import { MAX_WAIT, failureOf, mayHaveArrived, type Failure } from '../lib/models/failure.ts'
import { isOver, waitAfter, type Again } from '../lib/models/retry.ts'
import { readServerError } from '../lib/models/server-error.ts'
import type { Model } from '../contracts/types.ts'
import { KeyCover, passedBack, withKey, withKeyParameter } from './credentials.ts'
import { AnswerTap } from './events.ts'
import type { GatewaySetup } from './setup.ts'
import type { Protocol, ReadAnswer, ReadRequest } from './protocols/protocol.ts'
import { beginningOf, type Upstream } from './upstream.ts'

/** A request of a room that is allowed to pass. */
export interface Passing {
  readonly request: http.IncomingMessage
  readonly response: http.ServerResponse
  readonly url: URL
  readonly method: string
  readonly body: Buffer
  /** Undefined if nothing in the request is understood. */
  readonly protocol: Protocol | undefined
  readonly number: number
  readonly room: string
  readonly token: string
  readonly setup: GatewaySetup
  readonly upstream: Upstream
  /** Whether no call of the room was answered so far. */
  readonly isFirst: boolean
  readonly closing: AbortSignal
  readonly record: (call: PassedCall) => void
  /** No further call can succeed. */
  readonly stop: (error: Error) => void
}

export interface PassedCall {
  readonly call: Omit<ModelCall, 'messages' | 'added' | 'shortened'>
  readonly messages: readonly CallMessage[]
  readonly files: Promise<FileChange[]>
}

/** Bytes of an error that are read. */
const LONGEST_ERROR = 256 * 1024

const HUNG_UP = 'the connection was closed before the answer ended'

/** How a stream ended early. */
interface Broken {
  readonly message: string
  /** Whether the tool, or the end of the room, closed the connection. */
  readonly byTool: boolean
}

const NOT_READ: ReadRequest = { model: null, messages: [], tools: [] }

/** The result of a call. */
interface Passed {
  readonly status: number | null
  readonly firstByte: number | null
  readonly answer: ReadAnswer | null
  readonly fault?: CallFault
}

/** Passes one call on, with retries before anything of its answer has reached the tool, and records it. */
export async function passCall(passing: Passing): Promise<void> {
  const { setup, protocol, body, url, method, number, room } = passing
  const at = new Date().toISOString()
  const began = performance.now()
  const isCall = protocol !== undefined
  const files = isCall ? setup.changes().then((changes) => [...changes]) : Promise.resolve([])
  // The recorder waits for it, after the call.
  files.catch(() => undefined)
  const read = readRequest(protocol, body, url.pathname)
  const model: Model = modelOf(setup, read.model)
  const failures: string[] = []
  const passed = await new Pass(passing, model, read, failures, began).run()
  const tokens = passed.answer?.tokens ?? null
  passing.record({
    messages: read.messages,
    files,
    call: {
      ...{ schemaVersion: 1, number, room, purpose: setup.purpose, at, method, failures, tokens },
      milliseconds: Math.round(performance.now() - began),
      firstByte: passed.firstByte === null ? null : Math.round(passed.firstByte),
      api: protocol?.api ?? 'unknown',
      path: url.pathname.slice(0, 500),
      model: read.model?.slice(0, 200) ?? null,
      tools: read.tools.slice(0, 500),
      status: passed.status,
      answer: passed.answer && { ...answerOf(passed.answer) },
      price: isCall ? model.price : null,
      cost: isCall ? costOf(tokens, model.price) : null,
      ...(passed.fault === undefined ? {} : { fault: passed.fault }),
      files: [],
    },
  })
}

function answerOf({ parts, stop, model, complete }: ReadAnswer): NonNullable<ModelCall['answer']> {
  return { parts: [...parts], stop, model, complete }
}

/** Nothing in a hostile request keeps it from passing. */
function readRequest(protocol: Protocol | undefined, body: Buffer, path: string): ReadRequest {
  if (!protocol) return NOT_READ
  try {
    return protocol.readRequest(JSON.parse(body.toString('utf8')), path)
  } catch {
    return NOT_READ
  }
}

/** The model of a call: tools call several. */
function modelOf({ access, priceOf }: GatewaySetup, name: string | null): Model {
  return name === null ? access : { ...access, model: name, price: priceOf(name) }
}

class Pass {
  readonly #passing: Passing
  readonly #model: Model
  readonly #read: ReadRequest
  readonly #failures: string[]
  readonly #began: number
  readonly #signal: AbortSignal
  readonly #hungUp = new AbortController()

  constructor(passing: Passing, model: Model, read: ReadRequest, failures: string[], began: number) {
    this.#passing = passing
    this.#model = model
    this.#read = read
    this.#failures = failures
    this.#began = began
    this.#signal = AbortSignal.any([passing.closing, this.#hungUp.signal])
    passing.response.on('close', () => {
      if (!passing.response.writableFinished) this.#hungUp.abort()
    })
  }

  async run(): Promise<Passed> {
    const { protocol, setup, body } = this.#passing
    if (!protocol) return await this.#sendOnce().catch((error: unknown) => this.#unsent(error))
    let admission: Admission | undefined
    try {
      const size = { characters: body.length, ...(this.#read.limit === undefined ? {} : { limit: this.#read.limit }) }
      admission = await setup.client.admit(this.#model, size, this.#signal)
    } catch (error) {
      return this.#notAdmitted(error)
    }
    try {
      return await this.#sendUntilAnswered(admission)
    } finally {
      // Does nothing if the call was settled.
      await admission.cancel()
    }
  }

  async #sendUntilAnswered(admission: Admission): Promise<Passed> {
    const { backoff } = this.#passing.setup
    for (let attempt = 0; ; attempt += 1) {
      const sent = await this.#attempt(admission)
      if ('passed' in sent) return sent.passed
      const wait = waitAfter(attempt, sent.again, backoff)
      const isLast = isOver(attempt, performance.now() - this.#began, this.#model, sent.again, backoff)
      if (isLast || wait > MAX_WAIT) return sent.give('unavailable')
      this.#failures.push(this.#clean(sent.again.message))
      if (sent.again.isLimit || sent.again.waitFor !== undefined) await admission.pause(wait)
      try {
        await delay(wait, undefined, { signal: this.#signal })
      } catch {
        return this.#hangUp(null, null)
      }
    }
  }

  /** Sends the request once. An error that a retry may help against has not reached the tool yet. */
  async #attempt(
    admission: Admission,
  ): Promise<
    | { readonly passed: Passed }
    | { readonly again: Again; readonly give: (kind: CallFault['kind']) => Passed | Promise<Passed> }
  > {
    let response: http.IncomingMessage
    try {
      response = await this.#send()
    } catch (error) {
      if (this.#signal.aborted) return { passed: this.#hangUp(null, null) }
      if (mayHaveArrived(error)) await admission.settle(null)
      const message = messageOf(error)
      const again: Again = {
        kind: 'again',
        message,
        waitFor: undefined,
        mayBePaid: mayHaveArrived(error),
        isLimit: false,
      }
      return { again, give: (kind) => this.#answerWith(502, { kind, message: this.#clean(this.#named(message)) }) }
    }
    const { statusCode: status = 0 } = response
    if (status < 400) return { passed: await this.#stream(response, admission) }
    const text = await beginningOf(response, LONGEST_ERROR).catch(() => Buffer.alloc(0))
    const failure = this.#failureOf(text.toString('utf8'), response)
    const give = async (kind: CallFault['kind']): Promise<Passed> => {
      await this.#deliver(response, text)
      const fault = { kind, message: this.#clean(failure.message) }
      return { status, firstByte: this.#elapsed(), answer: null, fault }
    }
    if (failure.kind === 'again') return { again: failure, give }
    if (!this.#endsRun(failure)) return { passed: await give('refused') }
    this.#passing.stop(new UsageError(this.#clean(failure.message)))
    return { passed: await give('fatal') }
  }

  /** A request that is not understood passes as it is, and so does its answer. */
  async #sendOnce(): Promise<Passed> {
    const response = await this.#send()
    return this.#stream(response, undefined)
  }

  #unsent(error: unknown): Passed | Promise<Passed> {
    if (this.#signal.aborted) return this.#hangUp(null, null)
    return this.#answerWith(502, { kind: 'refused', message: this.#clean(messageOf(error)) })
  }

  #send(): Promise<http.IncomingMessage> {
    const { upstream, url, method, request, body, token } = this.#passing
    const { key, headers: extra, timeout } = this.#model
    const headers = withKey(request.headers, { token, key, extra })
    return upstream.send({
      ...{ url: withKeyParameter(url, key), method, headers, body, timeout, signal: this.#signal },
    })
  }

  async #stream(response: http.IncomingMessage, admission: Admission | undefined): Promise<Passed> {
    const { response: out, protocol } = this.#passing
    const status = response.statusCode ?? null
    const reader = protocol?.openAnswer(this.#read)
    const tap = reader && new AnswerTap(reader, response.headers['content-type'] ?? '')
    const cover = new KeyCover(this.#model.key)
    let firstByte: number | null = null
    let broken: Broken | undefined
    out.writeHead(status ?? 502, passedBack(response.headers))
    out.flushHeaders()
    try {
      for await (const chunk of response as AsyncIterable<Buffer>) {
        firstByte ??= this.#elapsed()
        const bytes = cover.push(chunk)
        if (bytes.length > 0 && !out.write(bytes)) await once(out, 'drain', { signal: this.#signal })
        tap?.push(chunk)
      }
      out.end(cover.end())
    } catch (error) {
      broken = { message: messageOf(error), byTool: this.#signal.aborted }
      out.destroy()
    }
    tap?.end()
    const answer = reader?.result() ?? null
    await admission?.settle(answer?.tokens ?? null)
    const fault = protocol && this.#faultOf(answer, broken)
    return { status, firstByte, answer, ...(fault === undefined ? {} : { fault }) }
  }

  /** Why a stream that began is no answer. */
  #faultOf(answer: ReadAnswer | null, broken: Broken | undefined): CallFault | undefined {
    if (answer?.error !== undefined) {
      const failure = failureOf(readServerError(answer.error), this.#called())
      const message = this.#clean(failure.message)
      if (failure.kind === 'again') return { kind: 'unavailable', message: this.#named(message) }
      if (!this.#endsRun(failure)) return { kind: 'refused', message }
      this.#passing.stop(new UsageError(message))
      return { kind: 'fatal', message }
    }
    if (answer?.complete === true) return undefined
    if (broken?.byTool === true) return { kind: 'tool', message: HUNG_UP }
    return { kind: 'unavailable', message: this.#named(broken?.message ?? 'the answer broke off') }
  }

  #failureOf(text: string, { statusCode: status = 0, headers }: http.IncomingMessage): Failure {
    const header = (name: string) => {
      const value = headers[name.toLowerCase()]
      return typeof value === 'string' ? value : null
    }
    return failureOf(readServerError(jsonOf(text), { status, header }), this.#called())
  }

  #called() {
    const { keyVariable } = this.#model
    return { where: this.#where(), keyVariable, parts: [] }
  }

  #where(): string {
    return `model "${this.#model.model}" at ${this.#passing.url.host}`
  }

  #named(message: string): string {
    return message.startsWith('model "') ? message : `${this.#where()}: ${message}`
  }

  /** A tool may try models that the server does not have, besides the one that it was told to use. */
  #endsRun(failure: Failure): boolean {
    if (failure.kind !== 'fatal') return false
    const { access } = this.#passing.setup
    return failure.of !== 'model' || this.#model.model === access.model || this.#passing.isFirst
  }

  #notAdmitted(error: unknown): Passed {
    if (this.#signal.aborted) return this.#hangUp(null, null)
    const message = this.#clean(messageOf(error))
    if (!(error instanceof BudgetSpent) && !(error instanceof UsageError)) throw error
    this.#passing.stop(error)
    return this.#answerWith(403, { kind: 'limit', message })
  }

  /** Answers for the vendor, in the form of its errors. */
  #answerWith(status: number, fault: CallFault): Passed {
    const { response, protocol } = this.#passing
    const message = `pe: ${fault.message}`
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(protocol?.errorBody(message) ?? { error: { message } }))
    return { status, firstByte: null, answer: null, fault }
  }

  async #deliver(response: http.IncomingMessage, text: Buffer): Promise<void> {
    const { response: out } = this.#passing
    const cover = new KeyCover(this.#model.key)
    const covered = Buffer.concat([cover.push(text), cover.end()])
    out.writeHead(response.statusCode ?? 502, { ...passedBack(response.headers), 'content-length': covered.length })
    out.end(covered)
    await Promise.race([once(out, 'finish'), once(out, 'close')])
  }

  #hangUp(status: number | null, firstByte: number | null): Passed {
    this.#passing.response.destroy()
    return { status, firstByte, answer: null, fault: { kind: 'tool', message: HUNG_UP } }
  }

  #clean(text: string): string {
    return this.#passing.setup.redactor.text(text).slice(0, 1000)
  }

  #elapsed(): number {
    return performance.now() - this.#began
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
