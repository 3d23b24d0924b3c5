/** A real HTTP server with an OpenAI-compatible API, which gives scripted replies and misbehaves on demand. */
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** A request as it came in. */
export interface Received {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly parameters: Readonly<Record<string, unknown>>
  readonly headers: http.IncomingHttpHeaders
  /** Milliseconds since the server began. */
  readonly at: number
}

/** The reaction of the server to a request. */
export type Reply =
  | { readonly kind: 'answer'; readonly text: string; readonly model?: string; readonly usage?: Usage | null }
  | {
      readonly kind: 'error'
      readonly status: number
      readonly body?: unknown
      readonly headers?: Record<string, string>
    }
  /** Milliseconds before the first byte. */
  | { readonly kind: 'slow'; readonly milliseconds: number; readonly text: string; readonly usage?: Usage }
  /** All at once, by a server that does not stream. */
  | { readonly kind: 'whole'; readonly text: string }
  /** Any JSON, at once or in parts with some milliseconds between them. */
  | {
      readonly kind: 'json'
      readonly text: string
      readonly parts?: { readonly count: number; readonly pause: number }
    }
  /** An HTML page, as a server without an API would send it. */
  | { readonly kind: 'page'; readonly text: string }
  /** Ends the connection after half of the text. */
  | { readonly kind: 'cut'; readonly text: string }
  /** Ends the stream without a word about its end. */
  | { readonly kind: 'unfinished'; readonly text: string }
  /** Any lines of a stream; values become events. */
  | { readonly kind: 'events'; readonly events: readonly (object | string)[] }
  /** Sends a piece and then nothing. */
  | { readonly kind: 'silent'; readonly text: string }
  | { readonly kind: 'invalid-json' }
  | { readonly kind: 'empty-choices' }
  | { readonly kind: 'finish'; readonly reason: string; readonly text: string; readonly usage?: null }
  | { readonly kind: 'refusal'; readonly text: string }
  /** Sends one event, or one answer without streaming, for as long as the client reads. */
  | { readonly kind: 'endless'; readonly type: string }
  /** Closes the connection before the answer. */
  | { readonly kind: 'hang-up' }

export interface Usage {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly prompt_tokens_details?: { readonly cached_tokens: number }
  readonly completion_tokens_details?: { readonly reasoning_tokens: number }
}

export interface ModelServer extends AsyncDisposable {
  readonly baseURL: string
  readonly received: readonly Received[]
  /** Requests whose answers were sent completely. */
  readonly completed: readonly Received[]
}

/** @param reply Chooses the reply by the request and its number */
export async function modelServer(reply: (request: Received, number: number) => Reply): Promise<ModelServer> {
  const began = performance.now()
  const received: Received[] = []
  const completed: Received[] = []
  const server = http.createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request)
      const { model, messages, ...parameters } = body
      const one = { model, messages, parameters, headers: request.headers, at: performance.now() - began }
      received.push(one)
      await respond(reply(one, received.length - 1), one, response)
      if (response.writableFinished) completed.push(one)
    })().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseURL: `http://127.0.0.1:${String(port)}/v1`,
    received,
    completed,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function bodyOf(request: http.IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as { model: string; messages: Received['messages'] }
}

const STREAM = { 'content-type': 'text/event-stream' }

async function respond(reply: Reply, request: Received, response: http.ServerResponse): Promise<void> {
  switch (reply.kind) {
    case 'answer':
      return streamed(
        response,
        [...pieces(reply.text), finish('stop'), ...usage(reply, request)],
        reply.model ?? request.model,
      )
    case 'slow':
      await delay(reply.milliseconds)
      return streamed(
        response,
        [...pieces(reply.text), finish('stop'), ...(reply.usage ? usage(reply, request) : [])],
        request.model,
      )
    case 'finish':
      return streamed(response, [...pieces(reply.text), finish(reply.reason), ...usage(reply, request)], request.model)
    case 'refusal':
      return streamed(
        response,
        [{ choices: [{ index: 0, delta: { refusal: reply.text } }] }, finish('stop')],
        request.model,
      )
    case 'whole':
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
      response.end(JSON.stringify(completion(reply.text, request)))
      return
    case 'json':
      response.writeHead(200, { 'content-type': 'application/json' })
      for (const part of partsOf(reply.text, reply.parts?.count ?? 1)) {
        await written(response, part)
        await delay(reply.parts?.pause ?? 0)
      }
      response.end()
      return
    case 'page':
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(reply.text)
      return
    case 'unfinished':
      response.writeHead(200, STREAM)
      response.end(pieces(reply.text).map(line).join(''))
      return
    case 'events':
      response.writeHead(200, STREAM)
      response.end(reply.events.map((event) => (typeof event === 'string' ? event : line(event))).join(''))
      return
    case 'empty-choices':
      return streamed(response, [{ choices: [] }], request.model)
    case 'error':
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
      response.end(JSON.stringify(reply.body ?? { error: { message: `status ${String(reply.status)}`, code: null } }))
      return
    case 'cut':
    case 'silent':
      response.writeHead(200, STREAM)
      await written(response, line({ ...pieces(reply.text.slice(0, reply.text.length / 2))[0], model: request.model }))
      if (reply.kind === 'cut') response.destroy()
      return
    case 'invalid-json':
      response.writeHead(200, STREAM)
      response.end('data: {"choices": [{"delta": {"content": \n\n')
      return
    case 'endless':
      response.writeHead(200, { 'content-type': reply.type })
      while (!response.destroyed) await written(response, 'data: '.padEnd(1024 * 1024, '.'))
      return
    case 'hang-up':
      response.destroy()
  }
}

async function streamed(response: http.ServerResponse, chunks: readonly object[], model: string): Promise<void> {
  response.writeHead(200, STREAM)
  for (const chunk of chunks)
    response.write(line({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model, ...chunk }))
  response.end('data: [DONE]\n\n')
  await Promise.race([once(response, 'finish'), once(response, 'close')])
}

async function written(response: http.ServerResponse, text: string): Promise<void> {
  await new Promise<void>((resolve) => response.write(text, () => resolve()))
}

function line(chunk: object): string {
  return `data: ${JSON.stringify(chunk)}\n\n`
}

function partsOf(text: string, count: number): string[] {
  const size = Math.max(1, Math.ceil(text.length / count))
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  )
}

/** The text in three parts, as if it were written slowly. */
function pieces(text: string): object[] {
  return partsOf(text, 3).map((content) => ({ choices: [{ index: 0, delta: { content }, finish_reason: null }] }))
}

function finish(reason: string): object {
  return { choices: [{ index: 0, delta: {}, finish_reason: reason }] }
}

function completion(text: string, { model }: Received): object {
  const choice = { index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }
  const usage = { prompt_tokens: 12, completion_tokens: 34, total_tokens: 46 }
  return { id: 'chatcmpl-1', object: 'chat.completion', created: 1, model, choices: [choice], usage }
}

/** Counts four characters as one token, unless the reply has its own numbers. */
function usage(reply: { readonly text: string; readonly usage?: Usage | null }, request: Received): object[] {
  if (reply.usage === null) return []
  const characters = request.messages.reduce((sum, { content }) => sum + content.length, 0)
  const counted = { prompt_tokens: Math.ceil(characters / 4), completion_tokens: Math.ceil(reply.text.length / 4) }
  return [{ choices: [], usage: reply.usage ?? counted }]
}
