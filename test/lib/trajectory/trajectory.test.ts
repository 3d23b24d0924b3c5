import { describe, expect, it } from 'vitest'
import { trajectorySchema, type CallMessage, type ModelCall } from '../../../harness/contracts/schema.ts'
import { callsOfExchanges } from '../../../harness/lib/trajectory/exchanges.ts'
import { trajectoryOf } from '../../../harness/lib/trajectory/trajectory.ts'
import type { Exchange } from '../../../harness/lib/models/schema.ts'

const SETUP = { id: 'todo.tool.1', agent: { name: 'command:tool', version: '1.2' } }
const text = (role: CallMessage['role'], said: string): CallMessage => ({ role, parts: [{ type: 'text', text: said }] })
const write = { type: 'tool-call' as const, id: 'c1', name: 'write', arguments: { path: 'a.txt' } }
const RESULT: CallMessage = { role: 'user', parts: [{ type: 'tool-result', id: 'c1', text: 'written' }] }
const SAID: CallMessage = { role: 'assistant', parts: [write] }
const MESSAGES: Record<string, CallMessage> = {
  system: text('system', 'Be brief.'),
  task: text('user', 'Make a page.'),
  said: SAID,
  result: RESULT,
  title: text('user', 'Give this session a title.'),
}

function callOf(number: number, messages: readonly string[], more: Partial<ModelCall> = {}): ModelCall {
  return {
    ...{ schemaVersion: 1, number, room: 'r1', purpose: 'generate', milliseconds: 100, firstByte: 10 },
    ...{ at: `2026-11-29T10:00:0${String(number)}.000Z`, api: 'anthropic', method: 'POST', path: '/v1/messages' },
    ...{ model: 'm', messages: [...messages], tools: ['write'], status: 200, failures: [], files: [] },
    added: Object.fromEntries(messages.map((name) => [name, MESSAGES[name] ?? text('user', name)])),
    answer: { parts: [{ type: 'text', text: 'done' }], stop: 'end_turn', model: 'm-2', complete: true },
    tokens: { input: 100, output: 10, cached: 40, reasoning: 3 },
    ...{ price: null, cost: 0.5 },
    ...more,
  }
}

const FIRST = callOf(1, ['system', 'task'], {
  answer: {
    parts: [{ type: 'reasoning', text: 'I need a file.' }, { type: 'text', text: 'Writing.' }, write],
    ...{ stop: 'tool_use', model: 'm-2', complete: true },
  },
})
const TITLE = callOf(2, ['title'], { tools: [] })
const SECOND = callOf(3, ['system', 'task', 'said', 'result'], {
  added: { said: SAID, result: RESULT },
  files: [{ path: 'a.txt', change: 'added', bytes: 7, text: 'written' }],
})

describe('a trajectory', () => {
  it('has each message once, with the results of tools and the files at the step that called them', () => {
    const trajectory = trajectoryOf(SETUP, [FIRST, TITLE, SECOND])
    expect(trajectory?.steps.map(({ source, message }) => [source, message])).toEqual([
      ['system', 'Be brief.'],
      ['user', 'Make a page.'],
      ['agent', 'Writing.'],
      ['agent', 'done'],
    ])
    expect(trajectory?.steps[2]).toMatchObject({
      step_id: 3,
      model_name: 'm-2',
      reasoning_content: 'I need a file.',
      tool_calls: [{ tool_call_id: 'c1', function_name: 'write', arguments: { path: 'a.txt' } }],
      observation: { results: [{ source_call_id: 'c1', content: 'written' }] },
      metrics: { prompt_tokens: 100, completion_tokens: 10, cached_tokens: 40, cost_usd: 0.5 },
      extra: { stop: 'tool_use', files: [{ path: 'a.txt', change: 'added' }] },
    })
    expect(trajectory?.subagent_trajectories?.map(({ steps }) => steps.length)).toEqual([2])
    expect(trajectory?.final_metrics).toMatchObject({
      ...{ total_prompt_tokens: 300, total_completion_tokens: 30, total_cached_tokens: 120, total_cost_usd: 1.5 },
      extra: { calls: 3, turns: 2, tool_calls: 1 },
    })
    expect(trajectorySchema.parse(JSON.parse(JSON.stringify(trajectory)))).toEqual(trajectory)
  })

  it('has no total of which a part is unknown', () => {
    const trajectory = trajectoryOf(SETUP, [FIRST, { ...SECOND, tokens: null, cost: null }])
    expect(trajectory?.final_metrics.total_prompt_tokens).toBeUndefined()
    expect(trajectory?.final_metrics.total_cost_usd).toBeUndefined()
  })

  it('shows a call that was not answered', () => {
    const fault = { kind: 'unavailable' as const, message: 'overloaded' }
    const trajectory = trajectoryOf(SETUP, [callOf(1, ['task'], { answer: null, tokens: null, cost: null, fault })])
    expect(trajectory?.steps.at(-1)).toMatchObject({ source: 'system', extra: { fault: 'overloaded' } })
    expect(trajectory?.final_metrics.extra).toMatchObject({ calls: 1, turns: 0 })
  })

  it('ignores results of calls that nobody made, and requests that were not understood', () => {
    const forged = callOf(2, ['task', 'result'], { added: { result: RESULT } })
    const trajectory = trajectoryOf(SETUP, [callOf(1, ['task']), forged, callOf(3, [], { api: 'unknown' })])
    expect(trajectory?.steps.map(({ source }) => source)).toEqual(['user', 'agent', 'agent'])
    expect(trajectoryOf(SETUP, [])).toBeUndefined()
  })

  it('of our own client has a step for each exchange', () => {
    const exchange: Exchange = {
      ...{ schemaVersion: 1, digest: 'd', purpose: 'code', at: '2026-11-29T10:00:02.000Z', milliseconds: 2000 },
      request: {
        ...{ server: 'openai', model: 'gpt-4o', parameters: {}, sample: 1, attempt: 1 },
        messages: [{ role: 'user', content: 'Write it.' }],
      },
      response: { text: 'Here.', finish: 'stop', model: 'gpt-4o-1', tokens: { input: 5, output: 2 } },
      ...{ failures: [], reused: false, price: null, cost: 0.1 },
    }
    const trajectory = trajectoryOf(SETUP, [], callsOfExchanges([exchange]))
    expect(trajectory?.steps).toMatchObject([
      { source: 'user', message: 'Write it.', timestamp: '2026-11-29T10:00:00.000Z', extra: { purpose: 'code' } },
      { source: 'agent', message: 'Here.', metrics: { prompt_tokens: 5, completion_tokens: 2, cost_usd: 0.1 } },
    ])
  })
})

describe('the schema of trajectories', () => {
  const valid = trajectoryOf(SETUP, [FIRST, SECOND])
  it.each([
    ['a gap in the numbers of steps', (steps: { step_id: number }[]) => steps.splice(1, 1)],
    ['a result without its call', (steps: { tool_calls?: unknown }[]) => delete steps[2]?.tool_calls],
    ['metrics of a user', (steps: { source: string }[]) => Object.assign(steps[3] ?? {}, { source: 'user' })],
  ])('refuses %s', (_, spoil) => {
    const copy = structuredClone(valid)
    spoil(copy?.steps as never)
    expect(trajectorySchema.safeParse(copy).success).toBe(false)
  })
})
