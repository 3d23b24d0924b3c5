import { EventEmitter, once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, it, vi } from 'vitest'
import { AgentFault, BudgetSpent, HarnessFault, UsageError } from '../../../harness/errors.ts'
import { Budget, type BudgetLimits } from '../../../harness/lib/models/budget.ts'
import { ExchangeCache } from '../../../harness/lib/models/cache.ts'
import { ModelClient } from '../../../harness/lib/models/client.ts'
import { mayHaveArrived } from '../../../harness/lib/models/failure.ts'
import { Redactor } from '../../../harness/lib/models/redact.ts'
import type { Model } from '../../../harness/contracts/types.ts'
import { resolveModel } from '../../../harness/lib/models/resolve.ts'
import type { Exchange, ModelSettings } from '../../../harness/lib/models/schema.ts'
import { TrialStore } from '../../../harness/store/store.ts'
import { temporaryFolder, until, writeTree, type TemporaryFolder } from '../../helpers.ts'
import { modelServer, type ModelServer, type Received, type Reply } from '../../model-server/server.ts'

const KEY = 'sk-test-0123456789abcdef'

interface Setup {
  readonly settings?: Partial<ModelSettings>
  readonly limits?: Partial<BudgetLimits>
  readonly cache?: boolean
}

interface TestSetup extends AsyncDisposable {
  readonly folder: TemporaryFolder
  readonly server: ModelServer
  readonly client: ModelClient
  readonly model: Model
  readonly budget: Budget
  readonly warnings: readonly string[]
  store(name?: string): TrialStore
  ask(
    text?: string,
    changes?: { sample?: number; attempt?: number; store?: TrialStore; signal?: AbortSignal; system?: string },
  ): Promise<string>
  /** Differences between what was asked and sent, in the notes of all calls. */
  readonly notes: readonly string[]
}

async function setUp(reply: (request: Received, number: number) => Reply, setup: Setup = {}): Promise<TestSetup> {
  const folder = await temporaryFolder()
  const server = await modelServer(reply)
  const redactor = new Redactor([KEY])
  const budget = new Budget({ cost: undefined, tokens: undefined, ...setup.limits })
  const cache = setup.cache === false ? undefined : new ExchangeCache(folder.file('cache'))
  const warnings: string[] = []
  const notes: string[] = []
  const client = new ModelClient({ redactor, budget, cache, backoff: 10, warn: (text) => void warnings.push(text) })
  const model = resolveModel(
    'test',
    { model: 'small', baseURL: server.baseURL, ...setup.settings },
    { OPENAI_API_KEY: KEY },
  )
  const stores = new Map<string, TrialStore>()
  const store = (name = 'trial') => {
    const found = stores.get(name) ?? new TrialStore(folder.file(name), redactor)
    stores.set(name, found)
    return found
  }
  return {
    folder,
    server,
    client,
    model,
    budget,
    warnings,
    notes,
    store,
    ask: (
      text = 'hello',
      { sample = 1, attempt = 1, store: own = store(), signal = new AbortController().signal, system } = {},
    ) =>
      client.ask({
        purpose: 'test',
        model,
        messages: [
          ...(system === undefined ? [] : [{ role: 'system' as const, content: system }]),
          { role: 'user', content: text },
        ],
        sample,
        attempt,
        log: own.exchanges,
        signal,
        note: (note) => void notes.push(note),
      }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

const answer = (text: string): Reply => ({ kind: 'answer', text })
/** The first replies in order, then answers. */
const first =
  (...replies: readonly Reply[]) =>
  (_: Received, number: number): Reply =>
    replies[number] ?? answer('at last')

describe('a call', () => {
  it('is streamed, with the parameters and the key of the model', async () => {
    const settings = { seed: 7, maxTokens: 99, reasoningEffort: 'low' as const, headers: { 'x-title': 'pe' } }
    await using here = await setUp(() => answer('hi there'), { settings })
    expect(await here.ask()).toBe('hi there')
    const [request] = here.server.received
    expect(request?.parameters).toEqual({
      temperature: 0,
      seed: 7,
      max_tokens: 99,
      reasoning_effort: 'low',
      stream: true,
      stream_options: { include_usage: true },
    })
    expect(request?.headers).toMatchObject({ authorization: `Bearer ${KEY}`, 'x-title': 'pe' })
  })

  it('is recorded with tokens, cost, price and the model that answered before its text is used', async () => {
    const usage = {
      prompt_tokens: 1000,
      completion_tokens: 500,
      prompt_tokens_details: { cached_tokens: 400 },
      completion_tokens_details: { reasoning_tokens: 200 },
    }
    const price = { input: 2, output: 8, cached: 0.5, asOf: '2026-01' }
    await using here = await setUp(() => ({ kind: 'answer', text: 'yes', model: 'small-2026-01-01', usage }), {
      settings: { price },
    })
    await here.ask()
    const [exchange] = [...(await here.store().exchanges.read()).values()]
    expect(exchange?.response).toEqual({
      text: 'yes',
      finish: 'stop',
      model: 'small-2026-01-01',
      tokens: { input: 1000, output: 500, cached: 400, reasoning: 200 },
    })
    expect(exchange?.request.model).toBe('small')
    expect(exchange?.price).toEqual(price)
    expect(exchange?.cost).toBeCloseTo((600 * 2 + 400 * 0.5 + 500 * 8) / 1e6, 12)
    const lines = (await readFile(here.folder.file('trial', 'exchanges.jsonl'), 'utf8')).trimEnd().split('\n')
    expect(lines).toHaveLength(1)
  })

  it('has unknown tokens and cost, not 0, if the server does not report them', async () => {
    await using here = await setUp(() => ({ kind: 'answer', text: 'yes', usage: null }), {
      settings: { price: { input: 1, output: 1 } },
    })
    await here.ask()
    const [exchange] = [...(await here.store().exchanges.read()).values()]
    expect(exchange).toMatchObject({ cost: null, response: { tokens: null } })
  })
})

describe('a server that does not stream', () => {
  it('is supported', async () => {
    await using here = await setUp(() => ({ kind: 'whole', text: 'all at once' }))
    expect(await here.ask()).toBe('all at once')
    expect(here.server.received).toHaveLength(1)
    const [exchange] = [...(await here.store().exchanges.read()).values()]
    expect(exchange?.response).toEqual({
      text: 'all at once',
      finish: 'stop',
      model: 'small',
      tokens: { input: 12, output: 34 },
    })
  })

  it.each(['null', '7', '[]', '{"choices":null}'])('and sends %s gives no answer', async (text) => {
    await using here = await setUp(() => ({ kind: 'json', text }), { settings: { retries: 0 } })
    await expect(here.ask()).rejects.toThrow(/gave no answer|no answer/)
  })

  it('by its content type, but sends a stream, is supported', async () => {
    const chunk = (choice: object) => `data: ${JSON.stringify({ choices: [choice] })}\r\n\r\n`
    const text = `${chunk({ delta: { content: 'all ' } })}${chunk({ delta: { content: 'of it' } })}`
    const end = `${chunk({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`
    await using here = await setUp(() => ({ kind: 'json', text: text + end }))
    expect(await here.ask()).toBe('all of it')
  })

  it('does not time out while data arrives', async () => {
    const completion = { choices: [{ message: { content: 'in the end' }, finish_reason: 'stop' }] }
    const reply: Reply = { kind: 'json', text: JSON.stringify(completion), parts: { count: 6, pause: 200 } }
    await using here = await setUp(() => reply, { settings: { timeout: 0.6 } })
    expect(await here.ask()).toBe('in the end')
    expect(here.server.received).toHaveLength(1)
  })

  it('and sends a page is reported differently from a stream that breaks off', async () => {
    await using here = await setUp(() => ({ kind: 'page', text: '<html>Welcome</html>' }), { settings: { retries: 0 } })
    await expect(here.ask()).rejects.toThrow(
      /no answer: the server sent text\/html without an answer; check the address/,
    )
  })
})

describe('a failure', () => {
  const again: [string, Reply][] = [
    ['408', { kind: 'error', status: 408 }],
    ['409', { kind: 'error', status: 409 }],
    ['429 without Retry-After', { kind: 'error', status: 429 }],
    ['429 with Retry-After in seconds', { kind: 'error', status: 429, headers: { 'retry-after': '0' } }],
    [
      '429 with Retry-After as a date',
      { kind: 'error', status: 429, headers: { 'retry-after': new Date().toUTCString() } },
    ],
    ['500', { kind: 'error', status: 500 }],
    ['502 with a page', { kind: 'error', status: 502, body: '<html>Bad Gateway</html>' }],
    ['503', { kind: 'error', status: 503 }],
    ['529', { kind: 'error', status: 529 }],
    ['a stream that is cut in the middle', { kind: 'cut', text: 'half of it' }],
    ['a stream that ends before the answer', { kind: 'unfinished', text: 'half of it' }],
    ['invalid JSON', { kind: 'invalid-json' }],
    ['empty choices', { kind: 'empty-choices' }],
    ['a connection that is closed', { kind: 'hang-up' }],
  ]
  it.each(again)('by %s is retried and recorded', async (_, reply) => {
    await using here = await setUp(first(reply, reply))
    expect(await here.ask()).toBe('at last')
    expect(here.server.received).toHaveLength(3)
    const [exchange] = [...(await here.store().exchanges.read()).values()]
    expect(exchange?.failures).toHaveLength(2)
  })

  it('prints nothing through the openai package', async () => {
    const print = vi.spyOn(console, 'error')
    await using here = await setUp(first({ kind: 'invalid-json' }))
    expect(await here.ask()).toBe('at last')
    expect(print).not.toHaveBeenCalled()
    print.mockRestore()
  })

  it('by a server that sends no data is aborted and retried', async () => {
    await using here = await setUp(first({ kind: 'silent', text: 'abcd' }), { settings: { timeout: 0.3 } })
    expect(await here.ask()).toBe('at last')
    expect([...(await here.store().exchanges.read()).values()][0]?.failures).toEqual([
      'the server sent no data within the timeout',
    ])
  })

  it.each([
    ['text/event-stream', 4],
    ['application/json', 32],
  ])('an endless response of type %s is aborted and retried', async (type, limit) => {
    await using here = await setUp(first({ kind: 'endless', type }))
    expect(await here.ask()).toBe('at last')
    expect([...(await here.store().exchanges.read()).values()][0]?.failures).toEqual([
      `the server sent more than ${limit} MiB in one event or answer`,
    ])
  })

  it('does not include a slow first byte', async () => {
    await using here = await setUp(() => ({ kind: 'slow', milliseconds: 600, text: 'worth it' }))
    expect(await here.ask()).toBe('worth it')
    expect(here.server.received).toHaveLength(1)
  })

  it('with a pause that the server asks for delays all callers', async () => {
    await using here = await setUp(first({ kind: 'error', status: 429, headers: { 'retry-after': '1' } }))
    const asked = here.ask('one')
    await until(() => here.server.received.length === 1, 'the first call came')
    // By the time the first call gets its answer, the pause applies to the second call too.
    await Promise.all([asked, new Promise((resolve) => setTimeout(resolve, 100)).then(() => here.ask('two'))])
    const [refused, ...later] = here.server.received.map(({ at }) => at)
    expect(later).toHaveLength(2)
    for (const at of later) expect(at - (refused ?? 0)).toBeGreaterThan(950)
  })

  it('after all retries is a HarnessFault with the last message', async () => {
    await using here = await setUp(
      () => ({ kind: 'error', status: 500, body: { error: { message: 'out of order' } } }),
      {
        settings: { retries: 2 },
      },
    )
    await expect(here.ask()).rejects.toThrow(HarnessFault)
    expect(here.server.received).toHaveLength(3)
    await expect(here.ask()).rejects.toThrow(/no answer after 3 tries: .*out of order/)
    expect(await here.store().exchanges.read()).toEqual(new Map())
  })

  it('to connect is a HarnessFault', async () => {
    await using here = await setUp(() => answer(''), { settings: { baseURL: 'http://127.0.0.1:1/v1', retries: 1 } })
    await expect(here.ask()).rejects.toThrow(HarnessFault)
  })

  it.each([400, 422])('with status %i is a HarnessFault without a retry', async (status) => {
    await using here = await setUp(() => ({ kind: 'error', status, body: { error: { message: 'no such parameter' } } }))
    await expect(here.ask()).rejects.toThrow(/no answer: .*no such parameter/)
    await expect(here.ask()).rejects.toThrow(HarnessFault)
    expect(here.server.received).toHaveLength(2)
  })

  it.each([
    [401, null, /rejects the key .*; set another one in the environment variable OPENAI_API_KEY$/],
    [403, null, /rejects the key/],
    [404, 'model_not_found', /no such model/],
    [429, 'insufficient_quota', /no quota left/],
  ])('with status %i (%s) ends the run without a retry', async (status, code, message) => {
    await using here = await setUp(() => ({ kind: 'error', status, body: { error: { message: 'no', code } } }))
    await expect(here.ask()).rejects.toThrow(UsageError)
    await expect(here.ask()).rejects.toThrow(message)
    expect(here.server.received).toHaveLength(2)
  })

  const faults: [string, Reply, AgentFault['kind']][] = [
    ['a refusal', { kind: 'refusal', text: 'I will not' }, 'refused'],
    ['a content filter', { kind: 'finish', reason: 'content_filter', text: '' }, 'filtered'],
    [
      'a content filter before anything',
      { kind: 'error', status: 400, body: { error: { message: 'filtered', code: 'content_filter' } } },
      'filtered',
    ],
    [
      'a moderation',
      {
        kind: 'error',
        status: 403,
        body: { error: { message: 'flagged', code: 403, metadata: { reasons: ['violence'] } } },
      },
      'filtered',
    ],
    ['a length stop', { kind: 'finish', reason: 'length', text: '[{"file":' }, 'cut-off'],
    [
      'a context overflow by its code',
      { kind: 'error', status: 400, body: { error: { message: 'too long', code: 'context_length_exceeded' } } },
      'context-overflow',
    ],
    [
      'a context overflow by its words',
      {
        kind: 'error',
        status: 400,
        body: { error: { message: "This model's maximum context length is 8192 tokens" } },
      },
      'context-overflow',
    ],
    ['a request that is too large', { kind: 'error', status: 413 }, 'context-overflow'],
  ]
  it.each(faults)('by %s has its own kind, is recorded, and is not requested again', async (_, reply, kind) => {
    await using here = await setUp(() => reply)
    for (let times = 0; times < 2; times += 1) {
      const fault = await here.ask().catch((error: unknown) => error)
      expect(fault).toBeInstanceOf(AgentFault)
      expect((fault as AgentFault).kind).toBe(kind)
    }
    expect(here.server.received).toHaveLength(1)
    expect((await here.store().exchanges.read()).size).toBe(1)
  })

  it('by a cut-off answer keeps its text', async () => {
    await using here = await setUp(() => ({ kind: 'finish', reason: 'length', text: '[{"file":' }))
    await expect(here.ask()).rejects.toThrow(AgentFault)
    expect([...(await here.store().exchanges.read()).values()][0]?.response.text).toBe('[{"file":')
  })

  it('is not retried once the run is aborted, during a call or a pause', async () => {
    for (const reply of [
      { kind: 'silent', text: 'abcd' },
      { kind: 'error', status: 429, headers: { 'retry-after': '300' } },
    ] as const) {
      await using here = await setUp(() => reply)
      const controller = new AbortController()
      const asked = here.ask('hello', { signal: controller.signal })
      await until(() => here.server.received.length === 1, 'the call came')
      controller.abort()
      await expect(asked).rejects.toThrow()
    }
  })
})

const event = (delta: object, reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason: reason }],
})
const usageEvent = { choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } }
const DONE = 'data: [DONE]\n\n'
const events = (...all: readonly (object | string)[]): Reply => ({ kind: 'events', events: all })
const told = (status: number, error: object): Reply => ({ kind: 'error', status, body: { error } })

describe('an answer', () => {
  const complete: [string, Reply][] = [
    [
      'whose content is a list of parts',
      events(
        event({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'a draft' }] }] }),
        event({ content: [{ type: 'text', text: 'yes ' }] }),
        event({ content: ['and', { type: 'output_text', text: ' no' }] }),
        event({}, 'stop'),
        DONE,
      ),
    ],
    ['without a reason for its end, but with the end of the stream', events(event({ content: 'yes and no' }), DONE)],
    ['without a reason for its end, but with the usage', events(event({ content: 'yes and no' }), usageEvent)],
    ['with an empty reason', events(event({ content: 'yes and no' }), event({}, ''), DONE)],
    ['with the reason of another server', events(event({ content: 'yes and no' }, 'end_turn'))],
    [
      'of lines that end with CR LF',
      events(`data: ${JSON.stringify(event({ content: 'yes and no' }, 'stop'))}\r\n\r\n`),
    ],
    [
      'in an event of two lines',
      events('data: {"choices": [{"delta": {"content": "yes and no"},\ndata: "finish_reason": "stop"}]}\n\n'),
    ],
    [
      'that is not streamed and has no reason for its end',
      {
        kind: 'json',
        text: JSON.stringify({ choices: [{ message: { content: [{ type: 'text', text: 'yes and no' }] } }] }),
      },
    ],
    [
      'that ends before an error about something else',
      events(event({ content: 'yes and no' }, 'stop'), { error: { message: 'no usage' } }),
    ],
    ['after comments', events(': OPENROUTER PROCESSING\n\n', event({ content: 'yes and no' }, 'stop'))],
  ]
  it.each(complete)('%s is complete', async (_, reply) => {
    await using here = await setUp(() => reply, { settings: { retries: 0 } })
    expect(await here.ask()).toBe('yes and no')
  })

  const incomplete: [string, Reply, RegExp][] = [
    [
      'that the server broke off',
      events(event({ content: 'half' }), event({}, 'error'), DONE),
      /finish_reason is "error"/,
    ],
    [
      'for which the server had no room',
      events(event({ content: 'half' }, 'insufficient_system_resource')),
      /insufficient_system/,
    ],
    [
      'that is an error with status 200',
      { kind: 'json', text: '{"error":{"message":"it rains","code":502}}' },
      /it rains/,
    ],
    ['that is an error as text', { kind: 'json', text: '{"error":"it rains"}' }, /it rains/],
    ['that is an error in a list', { kind: 'json', text: '[{"error":{"code":500,"message":"it rains"}}]' }, /it rains/],
    [
      'that ends with an error in an event',
      events(event({ content: 'half' }), { error: { message: 'it rains' } }),
      /it rains/,
    ],
    [
      'that ends with an error of llama.cpp',
      events(event({ content: 'half' }), 'error: {"code":500,"message":"it rains"}\n\n'),
      /it rains/,
    ],
    [
      'that ends with an error of Anthropic',
      events('event: error\n', { type: 'error', error: { message: 'it rains' } }),
      /it rains/,
    ],
    ['that ends with the words of a proxy', events(event({ content: 'half' }), 'data: it rains\n\n'), /it rains/],
    ['without a choice', { kind: 'json', text: '{"id":"x","choices":[],"usage":{}}' }, /without an answer: \{"id":"x"/],
  ]
  it.each(incomplete)('%s is requested again, and the server is quoted', async (_, reply, words) => {
    await using here = await setUp(first(reply))
    expect(await here.ask()).toBe('at last')
    expect([...(await here.store().exchanges.read()).values()][0]?.failures).toEqual([expect.stringMatching(words)])
    await using never = await setUp(() => reply, { settings: { retries: 1 } })
    await expect(never.ask()).rejects.toThrow(words)
    expect(never.server.received).toHaveLength(2)
  })

  const call = { index: 0, id: 'c', type: 'function', function: { name: 'write_file', arguments: '{}' } }
  it.each([
    [
      'a call of a tool',
      events(event({ content: null, tool_calls: [call] }, 'tool_calls')),
      'empty',
      /nothing but a call of the tool "write_file"/,
    ],
    [
      'an old call of a function',
      events(event({ function_call: { name: 'f' } }, 'function_call')),
      'empty',
      /the tool "f"/,
    ],
    [
      'reasoning',
      events(event({ reasoning_content: 'hm' }), event({ reasoning_content: '' }, 'stop')),
      'empty',
      /nothing but reasoning/,
    ],
    [
      'reasoning in parts',
      events(event({ content: [{ type: 'thinking', thinking: [] }] }, 'stop')),
      'empty',
      /nothing but reasoning/,
    ],
    [
      'reasoning that is cut off',
      events(event({ reasoning: 'hm' }, 'length')),
      'cut-off',
      /length limit: it is nothing but reasoning/,
    ],
  ] as const)('that is nothing but %s says so', async (_, reply, kind, words) => {
    await using here = await setUp(() => reply)
    const fault: unknown = await here.ask().catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(AgentFault)
    expect(fault).toMatchObject({ kind, message: expect.stringMatching(words) as string })
    expect(here.server.received).toHaveLength(1)
  })

  it('of which the server says in the stream that the request is too long is not requested again', async () => {
    const reply = events({ error: { code: 'context_length_exceeded', message: 'it is too long' } })
    await using here = await setUp(() => reply)
    await expect(here.ask()).rejects.toThrow(/context window of the model: it is too long/)
    expect(here.server.received).toHaveLength(1)
  })
})

describe('an account without credit', () => {
  it.each([
    ['with status 402', told(402, { message: 'Insufficient credits. Add more.', code: 402 })],
    ['in a stream', events({ error: { message: 'Insufficient credits. Add more.', code: 402 } })],
    ['with status 400', told(400, { message: 'Insufficient credits. Add more.', type: 'invalid_request_error' })],
  ])('%s ends the run after one call, with the words of the server', async (_, reply) => {
    await using here = await setUp(() => reply)
    await expect(here.ask()).rejects.toThrow(UsageError)
    expect(here.server.received).toHaveLength(1)
    await expect(here.ask()).rejects.toThrow(/no quota left \(.*Insufficient credits. Add more.\)/)
  })
})

describe('a part of requests that the server refuses', () => {
  /** Refuses the first of these parts that a request has. */
  const refusing =
    (...parts: readonly string[]) =>
    ({ parameters, messages }: Received): Reply => {
      const has = (part: string) =>
        part === 'system' ? messages.some(({ role }) => role === 'system') : part in parameters
      const part = parts.find(has)
      if (part === 'system') return told(400, { message: 'System role not supported' })
      return part === undefined
        ? answer('yes')
        : told(400, { message: `Unrecognized request argument: ${part}`, param: part })
    }

  it.each(['temperature', 'seed', 'reasoning_effort', 'stream_options'])(
    '%s is left out of all later ones, with a note for each trial and one warning',
    async (part) => {
      const settings = { seed: 7, reasoningEffort: 'low' as const }
      await using here = await setUp(refusing(part), { settings, cache: false })
      expect([await here.ask('one'), await here.ask('two', { store: here.store('other') })]).toEqual(['yes', 'yes'])
      expect(here.server.received.map(({ parameters }) => part in parameters)).toEqual([true, false, false])
      const note = `"${part}" is not sent, because the server refuses it: 400 Unrecognized request argument: ${part}`
      expect(here.notes).toEqual([note, note])
      expect(here.warnings).toEqual([`model "small": ${note}`])
      const [exchange] = [...(await here.store().exchanges.read()).values()]
      expect(exchange).toMatchObject({ leftOut: [note], failures: [expect.stringContaining('Unrecognized')] })
      expect(await here.ask('one')).toBe('yes')
      expect(here.notes).toEqual([note, note, note])
    },
  )

  it('may be several, even if no retry is allowed', async () => {
    const settings = { seed: 7, retries: 0 }
    await using here = await setUp(refusing('stream_options', 'system', 'seed', 'temperature'), { settings })
    expect(await here.ask('hello', { system: 'Be brief.' })).toBe('yes')
    expect(here.server.received).toHaveLength(5)
    expect(here.server.received.at(-1)?.parameters).toEqual({ stream: true })
    expect(here.server.received.at(-1)?.messages).toEqual([{ role: 'user', content: 'hello\n\nBe brief.' }])
  })

  it('may be the name of the token limit, of which there are two', async () => {
    await using here = await setUp(refusing('max_tokens'), { settings: { maxTokens: 50 } })
    expect(await here.ask()).toBe('yes')
    expect(here.server.received.at(-1)?.parameters).toMatchObject({ max_completion_tokens: 50 })
    await using neither = await setUp(refusing('max_tokens', 'max_completion_tokens'), { settings: { maxTokens: 50 } })
    expect(await neither.ask()).toBe('yes')
    expect(Object.keys(neither.server.received.at(-1)?.parameters ?? {})).not.toContain('max_tokens')
  })

  it('may be the stream', async () => {
    const whole: Reply = { kind: 'whole', text: 'all at once' }
    const message = 'Your organization must be verified to stream this model.'
    const reply = ({ parameters }: Received) =>
      'stream' in parameters ? told(400, { message, param: 'stream', code: 'unsupported_value' }) : whole
    await using here = await setUp(reply)
    expect(await here.ask()).toBe('all at once')
    expect(here.server.received.map(({ parameters }) => 'stream_options' in parameters)).toEqual([true, false])
  })

  it('is warned about once if several calls find out at the same time', async () => {
    await using here = await setUp(refusing('temperature'))
    await Promise.all(['a', 'b', 'c'].map((text) => here.ask(text)))
    expect(here.warnings).toHaveLength(1)
  })
})

describe('a rate limit', () => {
  it('is waited for as long as its message says', async () => {
    await using here = await setUp(first(told(429, { message: 'Rate limit reached. Please try again in 1.2s.' })))
    expect(await here.ask()).toBe('at last')
    const [one = 0, two = 0] = here.server.received.map(({ at }) => at)
    expect(two - one).toBeGreaterThan(1150)
  })

  it('is waited for longer than other failures, because most limits are per minute', async () => {
    const limit = told(429, { message: 'slow down' })
    await using here = await setUp(first(limit, limit, limit, limit), { settings: { retries: 1 } })
    expect(await here.ask()).toBe('at last')
    await using never = await setUp(() => limit, { settings: { retries: 1 } })
    await expect(never.ask()).rejects.toThrow(/no answer after \d+ tries: 429 slow down/)
    expect(never.server.received.length).toBeGreaterThan(4)
    await using none = await setUp(() => limit, { settings: { retries: 0 } })
    await expect(none.ask()).rejects.toThrow(HarnessFault)
    expect(none.server.received).toHaveLength(1)
  })

  it('of a day ends the run', async () => {
    await using here = await setUp(() => told(429, { message: 'Rate limit exceeded: free-models-per-day.' }))
    await expect(here.ask()).rejects.toThrow(UsageError)
    expect(here.server.received).toHaveLength(1)
  })
})

describe('two agents of one model', () => {
  it('each send their own headers', async () => {
    await using here = await setUp(() => answer('yes'), { cache: false })
    const ask = (team: string) =>
      here.client.ask({
        purpose: 'test',
        model: { ...here.model, headers: { 'x-team': team } },
        messages: [{ role: 'user', content: team }],
        sample: 1,
        attempt: 1,
        log: here.store(team).exchanges,
        signal: new AbortController().signal,
      })
    for (const team of ['one', 'two']) await ask(team)
    expect(here.server.received.map(({ headers }) => headers['x-team'])).toEqual(['one', 'two'])
  })
})

describe('a recorded exchange', () => {
  it('is not requested again by the same trial, even without a cache', async () => {
    await using here = await setUp((_, number) => answer(String(number)), { cache: false })
    expect([await here.ask(), await here.ask()]).toEqual(['0', '0'])
    const resumed = new TrialStore(here.folder.file('trial'))
    expect(await here.ask('hello', { store: resumed })).toBe('0')
    expect(here.server.received).toHaveLength(1)
  })

  it('is taken from the cache by other trials and runs, and marked as reused', async () => {
    await using here = await setUp((_, number) => answer(String(number)))
    expect([await here.ask(), await here.ask('hello', { store: here.store('other') })]).toEqual(['0', '0'])
    expect(here.server.received).toHaveLength(1)
    const [exchange] = [...(await here.store('other').exchanges.read()).values()]
    expect(exchange?.reused).toBe(true)
  })

  it('is not shared by two servers that give a model the same name', async () => {
    await using here = await setUp(() => answer('of the first'))
    await using second = await modelServer(() => answer('of the second'))
    const ask = (baseURL: string, name: string) =>
      here.client.ask({
        ...{ purpose: 'code', messages: [{ role: 'user', content: 'hello' }], sample: 1, attempt: 1 },
        ...{ model: { ...here.model, baseURL }, log: here.store(name).exchanges, signal: AbortSignal.timeout(10_000) },
      })
    expect(await ask(here.server.baseURL, 'a')).toBe('of the first')
    expect(await ask(second.baseURL, 'b')).toBe('of the second')
    expect(await ask(`${second.baseURL}/`, 'c')).toBe('of the second')
    expect([here.server.received.length, second.received.length]).toEqual([1, 1])
  })

  it('is cached later if the process that recorded it was killed before it could cache it', async () => {
    await using here = await setUp((_, number) => answer(String(number)))
    await here.ask()
    const [exchange] = [...(await here.store().exchanges.read()).values()]
    if (exchange === undefined) throw new Error('nothing was recorded')
    await here.store('reuses').exchanges.append({ ...exchange, reused: true })
    await writeTree(here.folder.path, { 'damaged/exchanges.jsonl': 'nonsense\n' })
    const cache = new ExchangeCache(here.folder.file('cache'))
    await cache.clear()
    const logs = ['damaged', 'reuses', 'nothing', 'trial'].map(
      (name) => new TrialStore(here.folder.file(name)).exchanges,
    )
    await here.client.recover(logs.slice(0, 3))
    expect(await cache.has(exchange.digest)).toBe(false)
    await here.client.recover(logs)
    expect(await here.ask('hello', { store: here.store('other') })).toBe('0')
    expect(here.server.received).toHaveLength(1)
    await expect(here.ask('hello', { store: new TrialStore(here.folder.file('damaged')) })).rejects.toThrow(
      'is damaged',
    )
  })

  it('takes one call if several trials request it at the same time', async () => {
    await using here = await setUp(() => ({ kind: 'slow', milliseconds: 100, text: 'once' }))
    const asked = ['a', 'b', 'c'].map((name) => here.ask('hello', { store: here.store(name) }))
    expect(await Promise.all(asked)).toEqual(['once', 'once', 'once'])
    expect(here.server.received).toHaveLength(1)
  })

  it('takes one call if a second trial requests it while the answer is being recorded', async () => {
    await using here = await setUp((_, number) => answer(String(number)))
    const slow = here.store('slow')
    const events = new EventEmitter()
    const writing = once(events, 'writing')
    const log = {
      read: () => slow.exchanges.read(),
      append: async (exchange: Exchange) => {
        events.emit('writing')
        await new Promise((resolve) => setTimeout(resolve, 100))
        await slow.exchanges.append(exchange)
      },
    }
    const one = here.client.ask({
      ...{ purpose: 'test', model: here.model, messages: [{ role: 'user', content: 'hello' }] },
      ...{ sample: 1, attempt: 1, log, signal: new AbortController().signal },
    })
    await writing
    expect([await here.ask(), await one]).toEqual(['0', '0'])
    expect(here.server.received).toHaveLength(1)
  })

  it.each([
    ['another sample', { sample: 2 }],
    ['another attempt', { attempt: 2 }],
  ])('is never shared with %s', async (_, changes) => {
    await using here = await setUp((_request, number) => answer(String(number)))
    expect([await here.ask(), await here.ask('hello', changes)]).toEqual(['0', '1'])
  })

  it('depends on model, parameters and messages', async () => {
    await using here = await setUp((_request, number) => answer(String(number)))
    const others: Partial<Model>[] = [
      {},
      { model: 'large' },
      { parameters: { temperature: 1 } },
      { server: 'elsewhere' },
    ]
    const texts = await Promise.all(
      others.map((changes) =>
        here.client.ask({
          purpose: 'test',
          model: { ...here.model, ...changes },
          messages: [{ role: 'user', content: 'x' }],
          sample: 1,
          attempt: 1,
          log: here.store().exchanges,
          signal: new AbortController().signal,
        }),
      ),
    )
    expect(new Set(texts).size).toBe(others.length)
  })

  it('does not depend on the key of the server', async () => {
    await using here = await setUp((_, number) => answer(String(number)))
    const ask = (key: string, name: string) =>
      here.client.ask({
        ...{ purpose: 'code', messages: [{ role: 'user', content: 'hello' }], sample: 1, attempt: 1 },
        ...{ model: { ...here.model, key }, log: here.store(name).exchanges, signal: AbortSignal.timeout(10_000) },
      })
    expect([await ask('sk-one', 'a'), await ask('sk-another', 'b')]).toEqual(['0', '0'])
  })

  it('is used even if the cache cannot be written, with one warning', async () => {
    await using here = await setUp((_, number) => answer(String(number)))
    await writeFile(here.folder.file('cache'), 'a file where a folder should be')
    expect(await here.ask('one')).toBe('0')
    expect(await here.ask('two')).toBe('1')
    expect(await here.ask('one')).toBe('0')
    expect(here.warnings).toEqual([
      expect.stringMatching(/not cached for other runs: .*cache cannot be written \(.+\)/),
    ])
  })

  it('is requested again if the cached file is damaged', async () => {
    await using here = await setUp((_, number) => answer(String(number)))
    await here.ask()
    const [digest = ''] = [...(await here.store().exchanges.read()).keys()]
    await writeFile(here.folder.file('cache', digest.slice(0, 2), `${digest}.json`), '{"half')
    expect(await here.ask('hello', { store: here.store('other') })).toBe('1')
  })
})

describe('a budget', () => {
  const settings = { price: { input: 1, output: 1 }, maxTokens: 100 }

  it('of tokens is not exceeded, and recorded answers stay available', async () => {
    await using here = await setUp(() => answer('x'.repeat(40)), { settings, limits: { tokens: 250 } })
    const texts: string[] = []
    const stop = await (async () => {
      for (let index = 0; index < 100; index += 1) texts.push(await here.ask(`question ${String(index)}`))
      return undefined
    })().catch((error: unknown) => error)
    expect(stop).toBeInstanceOf(BudgetSpent)
    const exchanges = [...(await here.store().exchanges.read()).values()]
    const spent = exchanges.reduce(
      (sum, { response }) => sum + (response.tokens?.input ?? 0) + (response.tokens?.output ?? 0),
      0,
    )
    expect(spent).toBeGreaterThan(100)
    expect(spent).toBeLessThanOrEqual(250)
    expect(here.server.received).toHaveLength(texts.length)
    expect(await here.ask('question 0')).toBe(texts[0])
    expect(here.budget.stopped).toContain('--max-tokens 250')
  })

  it('of dollars counts calls in flight', async () => {
    await using here = await setUp(() => ({ kind: 'slow', milliseconds: 200, text: 'x' }), {
      settings,
      limits: { cost: 0.00025 },
    })
    const asked = await Promise.allSettled([1, 2, 3, 4].map((index) => here.ask(String(index))))
    // The order in which they are sent is undefined.
    expect(asked.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
    expect(here.server.received).toHaveLength(2)
  })

  it('counts the estimate for a cut-off answer with unknown tokens', async () => {
    const cut: Reply = { kind: 'finish', reason: 'length', text: 'half', usage: null }
    await using here = await setUp(() => cut, { settings, limits: { tokens: 150 } })
    await expect(here.ask('one')).rejects.toThrow(AgentFault)
    await expect(here.ask('two')).rejects.toThrow(BudgetSpent)
    expect(here.server.received).toHaveLength(1)
  })

  it('counts the estimate of a call that was aborted, or whose answer was cut: the server may count its tokens', async () => {
    await using silent = await setUp(() => ({ kind: 'silent', text: 'abcd' }), { settings, limits: { tokens: 150 } })
    const controller = new AbortController()
    const asked = silent.ask('one', { signal: controller.signal })
    await until(() => silent.server.received.length === 1, 'the call came')
    controller.abort()
    await expect(asked).rejects.toThrow()
    await expect(silent.ask('two')).rejects.toThrow(BudgetSpent)
    await using cut = await setUp(first({ kind: 'cut', text: 'half' }), { settings, limits: { tokens: 150 } })
    await expect(cut.ask()).rejects.toThrow(BudgetSpent)
    expect([silent.server.received.length, cut.server.received.length]).toEqual([1, 1])
  })

  it('counts nothing for a call that was aborted before it was sent', async () => {
    const refused: Reply = { kind: 'error', status: 429, headers: { 'retry-after': '300' } }
    await using here = await setUp(first(refused), { settings, limits: { tokens: 150 } })
    const controller = new AbortController()
    const asked = here.ask('one', { signal: controller.signal })
    await until(() => here.server.received.length === 1, 'the call came')
    controller.abort()
    await expect(asked).rejects.toThrow()
    expect(here.budget.stopped).toBeUndefined()
    expect(() => here.budget.reserve({ input: 75, output: 75 }, settings.price)).not.toThrow()
  })

  it.each(['ECONNREFUSED', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT', 'DEPTH_ZERO_SELF_SIGNED_CERT'])(
    'counts nothing for a call that ended with %s, because it did not arrive',
    (code) => {
      const failed = new Error('fetch failed', { cause: Object.assign(new Error('no'), { code }) })
      expect([mayHaveArrived(failed), mayHaveArrived(new Error('terminated'))]).toEqual([false, true])
    },
  )

  it('releases the reservation of a failed call', async () => {
    await using here = await setUp(first({ kind: 'error', status: 400 }), { settings, limits: { tokens: 150 } })
    await expect(here.ask()).rejects.toThrow(HarnessFault)
    expect(await here.ask()).toBe('at last')
  })

  it('of dollars allows no call of a model without a price', async () => {
    await using here = await setUp(() => answer('paid'), { limits: { cost: 1 } })
    await expect(here.ask()).rejects.toThrow(/model "small" has no price.*--max-tokens/)
    expect(here.server.received).toHaveLength(0)
  })

  it('of dollars is refused for an agent without a price', () => {
    const budget = new Budget({ cost: 1, tokens: undefined })
    expect(() => budget.checkPrice('mine', null)).toThrow(/"mine" has no price.*--max-tokens/)
    budget.checkPrice('mine', { input: 0, output: 0 })
    new Budget({ cost: undefined, tokens: 1 }).checkPrice('mine', null)
  })
})
