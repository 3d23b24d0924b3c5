import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { HarnessFault } from '../errors.ts'
import type { RoomCalls, RoomModel } from '../contracts/types.ts'
import { hasToken } from './credentials.ts'
import { passCall, type PassedCall } from './pass.ts'
import { protocolOf } from './protocols/index.ts'
import { CallRecorder } from './record.ts'
import type { GatewaySetup } from './setup.ts'
import { Upstream } from './upstream.ts'

/** Bytes of a request. A conversation that fills a context window of a million tokens has about 5 MB. */
const MOST_BODY = 32 * 1024 * 1024
const MOST_CONNECTIONS = 64
const MOST_CALLS = 32
/** Milliseconds until a request must have come in whole. */
const REQUEST_DEADLINE = 120_000
const HEAD_DEADLINE = 30_000
const HEAD_BYTES = 32 * 1024
/** Those that read or call; a key also allows to change and to delete what belongs to its user. */
const METHODS = new Set(['GET', 'HEAD', 'POST'])

/**
 * The HTTP server between the room of a tool and its model. It adds the key, passes requests and answers through as they come, and
 * records each call. Everything that comes from the room is hostile.
 */
export class Gateway implements AsyncDisposable {
  /** Stands for the key in the room. */
  readonly token = `pe-${randomBytes(24).toString('hex')}`
  readonly #setup: GatewaySetup
  readonly #server: http.Server
  readonly #upstream = new Upstream()
  readonly #recorder: CallRecorder
  readonly #room = randomUUID()
  readonly #closing = new AbortController()
  readonly #stop = new AbortController()
  readonly #base: URL
  readonly #pending = new Set<Promise<void>>()
  #numbers = 0
  #answered = 0
  #lastFault: string | undefined

  private constructor(setup: GatewaySetup) {
    this.#setup = setup
    this.#base = new URL(setup.access.baseURL)
    this.#recorder = new CallRecorder(setup.log)
    this.#server = http.createServer(
      { maxHeaderSize: HEAD_BYTES, headersTimeout: HEAD_DEADLINE, requestTimeout: REQUEST_DEADLINE },
      (request, response) => {
        const handled = this.#handle(request, response).catch(() => {
          response.destroy()
        })
        this.#pending.add(handled)
        void handled.then(() => this.#pending.delete(handled))
      },
    )
    this.#server.maxConnections = MOST_CONNECTIONS
    this.#server.on('connection', (socket) => socket.on('error', () => undefined))
    this.#server.on('clientError', (_, socket) => socket.destroy())
    // A tool that asks for a WebSocket falls back to HTTP at once.
    this.#server.on('upgrade', (_, socket) => {
      socket.end('HTTP/1.1 426 Upgrade Required\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
    })
  }

  /** @param at A path for a socket, or 0 for any port of this machine's loopback */
  static async open(setup: GatewaySetup, at: string | 0): Promise<Gateway> {
    const gateway = new Gateway(setup)
    if (at === 0) gateway.#server.listen(0, '127.0.0.1')
    else gateway.#server.listen(at)
    await once(gateway.#server, 'listening').catch((error: unknown) => {
      throw new HarnessFault('the gateway to the model cannot be opened', { cause: error })
    })
    return gateway
  }

  /** The port that it listens on, unless that is a socket. */
  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** How the room sees it, at a port of its own loopback. */
  roomModel(port: number): RoomModel {
    const path = this.#base.pathname.replace(/\/+$/, '')
    return {
      baseURL: `http://127.0.0.1:${String(port)}${path}`,
      token: this.token,
      stopped: this.#stop.signal,
      calls: () => this.#calls(),
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort()
    this.#server.close()
    this.#server.closeAllConnections()
    await Promise.all(this.#pending)
    this.#upstream[Symbol.dispose]()
    await this.#recorder.settled()
  }

  async #calls(): Promise<RoomCalls> {
    await this.#recorder.settled()
    return {
      made: this.#numbers,
      answered: this.#answered,
      ...(this.#lastFault === undefined ? {} : { lastFault: this.#lastFault }),
    }
  }

  async #handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const url = this.#target(request.url ?? '')
    const method = request.method ?? ''
    const refusal = this.#refusalOf(request, url)
    const body = refusal ? undefined : await bodyOf(request)
    if (!url || !body) {
      refuse(response, refusal ?? [413, 'the request is too large'])
      return
    }
    this.#numbers += 1
    await passCall({
      ...{ request, response, url, body, method, protocol: protocolOf(method, url.pathname) },
      ...{ number: this.#numbers, room: this.#room, token: this.token },
      ...{ setup: this.#setup, upstream: this.#upstream },
      isFirst: this.#answered === 0,
      closing: AbortSignal.any([this.#setup.signal, this.#closing.signal]),
      record: (call) => {
        this.#record(call)
      },
      stop: (error) => {
        this.#stop.abort(error)
      },
    })
  }

  #refusalOf({ headers, method = '' }: http.IncomingMessage, url: URL | undefined): Refusal | undefined {
    if (!url) return [403, 'this address does not belong to the model of the room']
    if (!hasToken(headers, url.searchParams, this.token)) return [401, 'not the key of this room']
    if (!METHODS.has(method)) return [405, 'the gateway passes on GET, HEAD and POST']
    return this.#pending.size > MOST_CALLS ? [429, 'too many calls at the same time'] : undefined
  }

  #record({ call, messages, files }: PassedCall): void {
    if (call.api !== 'unknown' && call.fault === undefined) {
      this.#answered += 1
      this.#lastFault = undefined
    }
    if (call.fault?.kind === 'unavailable') this.#lastFault = call.fault.message
    this.#recorder.add(call, messages, files)
  }

  /** Undefined for an address outside of the vendor's own. */
  #target(address: string): URL | undefined {
    if (!address.startsWith('/') || !URL.canParse(address, this.#base.origin)) return undefined
    const url = new URL(this.#base.origin + address)
    const prefix = this.#base.pathname.replace(/\/+$/, '')
    const isInside = url.pathname === prefix || url.pathname.startsWith(`${prefix}/`)
    return url.origin === this.#base.origin && isInside ? url : undefined
  }
}

/** Status and message. */
type Refusal = readonly [number, string]

function refuse(response: http.ServerResponse, [status, message]: Refusal): void {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
  response.end(JSON.stringify({ error: { message: `pe: ${message}`, type: 'invalid_request_error' } }))
}

/** Undefined if it is too large. */
async function bodyOf(request: http.IncomingMessage): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_BODY) return undefined
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MOST_BODY) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
