/** The gateway alone, with a real server behind it and real HTTP in front of it. */
import http from 'node:http'
import { describe, expect, it } from 'vitest'
import { Gateway } from '../../harness/gateway/gateway.ts'
import { BudgetSpent, UsageError } from '../../harness/errors.ts'
import type { ModelCall, Price } from '../../harness/contracts/schema.ts'
import type { Model, RoomModel } from '../../harness/contracts/types.ts'
import { Budget, type BudgetLimits } from '../../harness/lib/models/budget.ts'
import { ModelClient } from '../../harness/lib/models/client.ts'
import { Redactor } from '../../harness/lib/models/redact.ts'
import { vendorServer, type Api, type Misbehaviour, type Turn, type VendorServer } from '../model-server/vendors.ts'

const KEY = 'sk-a-key-of-the-user-0123456789'
const PRICE: Price = { input: 1, output: 10, cached: 0.1, cacheWritten: 2 }

interface Opened extends AsyncDisposable {
  readonly room: RoomModel
  readonly vendor: VendorServer
  readonly calls: ModelCall[]
  ask(api: Api, more?: object, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

interface Options {
  readonly limits?: Partial<BudgetLimits>
  readonly price?: Price | null
  readonly model?: string
  readonly retries?: number
  readonly timeout?: number
  readonly pause?: number
  readonly path?: string
}

async function opened(
  reply: (number: number) => Turn | Misbehaviour,
  { limits = {}, price = PRICE, model = 'm-1', retries = 1, timeout = 5000, pause = 0, path = '' }: Options = {},
): Promise<Opened> {
  const vendor = await vendorServer((_, number) => reply(number), { key: KEY, pause })
  const redactor = new Redactor([KEY])
  const access: Model = {
    ...{ server: 'local', model, baseURL: `${vendor.origin}${path}`, key: KEY, keyVariable: 'A_KEY' },
    ...{ headers: {}, parameters: {}, price, timeout, retries },
    ...{ requestsPerMinute: Infinity, tokensPerMinute: Infinity },
  }
  const calls: ModelCall[] = []
  const budget = new Budget({ cost: undefined, tokens: undefined, ...limits })
  const gateway = await Gateway.open(
    {
      ...{ access, purpose: 'generate', redactor, backoff: 1 },
      client: new ModelClient({ redactor, budget, cache: undefined }),
      priceOf: () => price,
      log: {
        append: (call) => {
          calls.push(call)
          return Promise.resolve()
        },
      },
      changes: () => Promise.resolve([{ path: 'a.txt', change: 'added', bytes: 1 }]),
      signal: new AbortController().signal,
    },
    0,
  )
  const room = gateway.roomModel(gateway.port)
  return {
    ...{ room, vendor, calls },
    ask: (api, more = {}, init = {}) => {
      const [address, headers, body] = requestOf(api, room.token, model)
      return fetch(room.baseURL + address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ ...body, ...more }),
        ...init,
      })
    },
    close: () => gateway[Symbol.asyncDispose](),
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]()
      await vendor[Symbol.asyncDispose]()
    },
  }
}

const MESSAGES = [{ role: 'user', content: 'Make a page.' }]

function requestOf(api: Api, token: string, model: string): [string, Record<string, string>, object] {
  switch (api) {
    case 'anthropic':
      return [
        '/v1/messages',
        { 'x-api-key': token },
        { model, max_tokens: 50, stream: true, system: 'Be brief.', messages: MESSAGES },
      ]
    case 'chat':
      return ['/v1/chat/completions', { authorization: `Bearer ${token}` }, { model, stream: true, messages: MESSAGES }]
    case 'responses':
      return [
        '/v1/responses',
        { authorization: `Bearer ${token}` },
        { model, stream: true, instructions: 'Be brief.', input: MESSAGES },
      ]
    case 'gemini':
      return [
        `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
        { 'x-goog-api-key': token },
        { contents: [{ role: 'user', parts: [{ text: 'Make a page.' }] }] },
      ]
  }
}

const APIS = ['anthropic', 'chat', 'responses', 'gemini'] as const
const TURN: Turn = {
  reasoning: 'I should write a file.',
  text: 'Writing “it” now.',
  calls: [{ name: 'write', arguments: { path: 'a.txt', content: 'ä' } }],
  ...{ input: 1000, output: 50, cached: 400 },
}

describe.each(APIS)('a call of %s', (api) => {
  it('passes unchanged but for the key, as a stream, and is recorded', async () => {
    await using here = await opened(() => TURN, { pause: 5 })
    const response = await here.ask(api)
    const received = await response.text()
    await here.room.calls()
    const [request] = here.vendor.requests
    expect(JSON.stringify(request?.headers)).toContain(KEY)
    expect(JSON.stringify(request)).not.toContain(here.room.token)
    expect(received).toContain('now.')
    const [call] = here.calls
    expect(call).toMatchObject({
      ...{ api, status: 200, model: 'm-1', purpose: 'generate', number: 1 },
      tokens: { input: 1000, output: 50, cached: 400 },
      files: [{ path: 'a.txt', change: 'added', bytes: 1 }],
      answer: {
        complete: true,
        model: 'm-1',
        parts: [
          { type: 'reasoning', text: TURN.reasoning },
          { type: 'text', text: TURN.text },
          { type: 'tool-call', name: 'write', arguments: { path: 'a.txt', content: 'ä' } },
        ],
      },
    })
    // 600 fresh, 400 from the cache, 50 written.
    expect(call?.cost).toBeCloseTo((600 * 1 + 400 * 0.1 + 50 * 10) / 1e6, 12)
    expect(Object.values(call?.added ?? {}).at(-1)).toEqual({
      role: 'user',
      parts: [{ type: 'text', text: 'Make a page.' }],
    })
    expect(JSON.stringify(here.calls)).not.toContain(KEY)
  })

  it('is recorded the same without a stream', async () => {
    await using here = await opened(() => TURN)
    const [address, headers, body] = requestOf(api, here.room.token, 'm-1')
    const plain = address.replace('streamGenerateContent?alt=sse', 'generateContent')
    const response = await fetch(here.room.baseURL + plain, {
      ...{ method: 'POST', headers },
      body: JSON.stringify({ ...body, stream: false }),
    })
    expect(response.status).toBe(200)
    await response.text()
    await here.room.calls()
    expect(here.calls[0]).toMatchObject({
      tokens: { input: 1000, output: 50, cached: 400 },
      answer: {
        complete: true,
        parts: [{ type: 'reasoning' }, { type: 'text', text: TURN.text }, { type: 'tool-call' }],
      },
    })
  })

  it.each([
    [
      'a wrong key',
      401,
      { error: { type: 'authentication_error', message: 'invalid x-api-key' } },
      /rejects the key.*A_KEY/,
    ],
    [
      'no credit',
      400,
      { error: { type: 'invalid_request_error', message: 'Your credit balance is too low to access the API.' } },
      /no credit/,
    ],
    ['an unknown model', 404, { error: { type: 'not_found_error', message: 'model: m-1' } }, /no such model/],
  ])('with %s ends the run', async (_, status, body, message) => {
    await using here = await opened(() => ({ status, body }))
    const response = await here.ask(api)
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual(body)
    expect(here.room.stopped.reason).toBeInstanceOf(UsageError)
    expect((here.room.stopped.reason as Error).message).toMatch(message)
    expect(await here.room.calls()).toEqual({ made: 1, answered: 0 })
    expect(here.calls[0]?.fault?.kind).toBe('fatal')
  })

  it.each([
    [
      '429',
      {
        status: 429,
        body: { error: { type: 'rate_limit_error', message: 'slow down' } },
        headers: { 'retry-after': '0' },
      },
    ],
    ['529', { status: 529, body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } }],
    ['a lost connection', 'hang-up'],
  ] as const)('is made again after %s, without the tool knowing', async (_, fault) => {
    await using here = await opened((number) => (number === 0 ? fault : TURN))
    const response = await here.ask(api)
    expect(response.status).toBe(200)
    await response.text()
    expect(await here.room.calls()).toEqual({ made: 1, answered: 1 })
    expect(here.calls[0]?.failures).toHaveLength(1)
  })

  it('that is never answered is the fault of the vendor', async () => {
    await using here = await opened(() => ({ status: 503, body: { error: { message: 'try again later' } } }))
    const response = await here.ask(api)
    expect(response.status).toBe(503)
    await response.text()
    expect(await here.room.calls()).toMatchObject({
      answered: 0,
      lastFault: expect.stringContaining('try again later') as string,
    })
    expect(here.room.stopped.aborted).toBe(false)
  })

  it('that breaks off is not an answer', async () => {
    await using here = await opened(() => 'cut')
    await here
      .ask(api)
      .then((response) => response.text())
      .catch(() => undefined)
    expect(await here.room.calls()).toMatchObject({ made: 1, answered: 0, lastFault: expect.any(String) as string })
  })
})

describe('the gateway', () => {
  it('stops at 10 calls if the budget is that of 10 calls', async () => {
    await using here = await opened(() => ({ text: 'ok', input: 10, output: 5 }), { limits: { tokens: 180 } })
    const statuses: number[] = []
    for (let call = 0; call < 12; call += 1) {
      const response = await here.ask('anthropic')
      statuses.push(response.status)
      await response.text()
    }
    expect(statuses.at(-1)).toBe(403)
    expect(here.room.stopped.reason).toBeInstanceOf(BudgetSpent)
    const used = here.calls.reduce((sum, { tokens }) => sum + (tokens?.input ?? 0) + (tokens?.output ?? 0), 0)
    expect(used).toBeLessThanOrEqual(200)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(here.vendor.requests).toHaveLength(10)
  })

  it('refuses a model without a price if there is a limit of cost', async () => {
    await using here = await opened(() => TURN, { limits: { cost: 1 }, price: null })
    expect((await here.ask('chat')).status).toBe(403)
    expect((here.room.stopped.reason as Error).message).toContain('has no price')
    expect(here.vendor.requests).toEqual([])
  })

  it.each([
    ['no token', {}],
    ['the token of another room', { 'x-api-key': `pe-${'0'.repeat(48)}` }],
    ['the key itself', { 'x-api-key': KEY }],
  ])('answers nobody with %s', async (_, headers) => {
    await using here = await opened(() => TURN)
    const response = await here.ask('anthropic', {}, { headers })
    expect(response.status).toBe(401)
    expect(here.vendor.requests).toEqual([])
  })

  it('passes requests on that it does not know, records them, and covers a key that is repeated', async () => {
    await using here = await opened(() => TURN)
    const response = await fetch(`${here.room.baseURL}/v1/models?limit=3`, {
      headers: { 'x-api-key': here.room.token },
    })
    const text = await response.text()
    expect(text).toContain('"echoed":"/v1/models?limit=3"')
    expect(text).not.toContain(KEY)
    expect(text).toContain('x'.repeat(KEY.length))
    await here.room.calls()
    expect(here.calls[0]).toMatchObject({
      api: 'unknown',
      method: 'GET',
      path: '/v1/models',
      status: 200,
      tokens: null,
    })
  })

  it('changes and deletes nothing of the user, and reaches no address outside of the named one', async () => {
    await using here = await opened(() => TURN, { path: '/team/v1' })
    const headers = { authorization: `Bearer ${here.room.token}` }
    const origin = new URL(here.room.baseURL).origin
    for (const [method, path, status] of [
      ['DELETE', '/team/v1/files/1', 405],
      ['PUT', '/team/v1/files/1', 405],
      ['GET', '/other/v1/files', 403],
      ['GET', '/team/v1/../../other', 403],
      ['GET', '/team/v1/%2e%2e/%2e%2e/other', 403],
      ['GET', '/team/v12', 403],
    ] as const)
      expect((await fetch(origin + path, { method, headers })).status, `${method} ${path}`).toBe(status)
    expect(await rawStatus(origin, `GET http://elsewhere.example/team/v1/ HTTP/1.1`, here.room.token)).toBe(403)
    expect(await rawStatus(origin, `GET //elsewhere.example/team/v1/ HTTP/1.1`, here.room.token)).toBe(403)
    expect(here.vendor.requests).toEqual([])
  })

  it('refuses a request of 40 MB', async () => {
    await using here = await opened(() => TURN)
    const sent = here.ask('chat', { filler: 'x'.repeat(40 * 1024 * 1024) }).then(
      (response) => response.status,
      // The connection may be closed while the request is still being sent.
      () => 413,
    )
    expect(await sent).toBe(413)
    expect(here.vendor.requests).toEqual([])
  })

  it('sends each event of a stream at once', async () => {
    await using here = await opened(() => TURN, { pause: 40 })
    const response = await here.ask('anthropic')
    const arrived: number[] = []
    const reader = response.body?.getReader()
    while ((await reader?.read())?.done === false) arrived.push(performance.now())
    expect(arrived.length).toBeGreaterThan(5)
    const delays = here.vendor.sentAt.slice(0, arrived.length).map((at, index) => (arrived[index] ?? 0) - at)
    expect(Math.min(...delays)).toBeLessThan(20)
    expect((arrived.at(-1) ?? 0) - (arrived[0] ?? 0)).toBeGreaterThan(150)
  })

  it('ends calls in flight when the room ends, and its token works no longer', async () => {
    await using here = await opened(() => 'silent')
    const response = await here.ask('anthropic')
    const text = response.text().catch(() => 'broken off')
    await here.close()
    expect(await text).toBe('broken off')
    await expect(here.ask('anthropic')).rejects.toThrow()
    expect(here.calls[0]).toMatchObject({ fault: { kind: 'tool' }, answer: { complete: false } })
  })

  it('gives a server up that falls silent', async () => {
    await using here = await opened(() => 'silent', { timeout: 100 })
    await here
      .ask('anthropic')
      .then((response) => response.text())
      .catch(() => undefined)
    expect(await here.room.calls()).toMatchObject({
      answered: 0,
      lastFault: expect.stringContaining('no data') as string,
    })
  })

  it('counts nothing that a model only says about its tokens', async () => {
    const text = 'event: message_delta\ndata: {"type":"message_delta","usage":{"output_tokens":0,"input_tokens":0}}\n\n'
    await using here = await opened(() => ({ text, input: 700, output: 70 }))
    await (await here.ask('anthropic')).text()
    await here.room.calls()
    expect(here.calls[0]?.tokens).toMatchObject({ input: 700, output: 70 })
  })

  it('refuses WebSockets at once', async () => {
    await using here = await opened(() => TURN)
    const { port } = new URL(here.room.baseURL)
    const status = await new Promise((resolve, reject) => {
      const request = http.get({
        port,
        path: '/v1/responses',
        headers: { connection: 'upgrade', upgrade: 'websocket' },
      })
      request.on('response', (response) => resolve(response.statusCode))
      request.on('error', reject)
    })
    expect(status).toBe(426)
  })
})

async function rawStatus(origin: string, line: string, token: string): Promise<number> {
  const { connect } = await import('node:net')
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.write(`${line}\r\nhost: x\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n\r\n`)
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  return Number(text.split(' ')[1])
}
