/** The trajectory of a trial, from the recorded calls of its models. */
import {
  trajectorySchema,
  type ModelCall,
  type PlainTrajectory,
  type Trajectory,
  type CallMessage,
  type MessagePart,
  type TrajectoryStep,
} from '../../contracts/schema.ts'
import { conversationsOf, isAnswered, mainConversations, type Conversation } from './conversations.ts'

export interface TrajectorySetup {
  /** Identifies the trial. */
  readonly id: string
  readonly agent: { readonly name: string; readonly version: string }
}

/**
 * @param calls Of tools, by conversations
 * @param own Calls of the harness's own client, which have no conversations: one list of steps
 * @returns Undefined if no model was called
 */
export function trajectoryOf(
  { id, agent }: TrajectorySetup,
  calls: readonly ModelCall[],
  own: readonly ModelCall[] = [],
): Trajectory | undefined {
  const conversations = conversationsOf(calls)
  if (conversations.length === 0 && own.length === 0) return undefined
  const main = mainConversations(conversations)
  const others = conversations.filter((each) => !main.includes(each))
  const mains = own.length === 0 ? main : [...main, { room: 'own', calls: own }]
  const whole = plain({ id, agent }, mains, [...conversations.flatMap((each) => each.calls), ...own])
  const subagents = others.map((each, index) => plain({ id: `${id}-${String(index + 1)}`, agent }, [each], each.calls))
  return trajectorySchema.parse({
    ...whole,
    session_id: id,
    ...(subagents.length === 0 ? {} : { subagent_trajectories: subagents }),
  })
}

/** @param counted The calls that its totals count */
function plain(
  { id, agent }: TrajectorySetup,
  conversations: readonly Conversation[],
  counted: readonly ModelCall[],
): PlainTrajectory {
  const steps = conversations
    .flatMap(({ calls }) => stepsOf(calls))
    .map((step, index) => ({ step_id: index + 1, ...step }))
  const model = conversations.flatMap(({ calls }) => calls).find((call) => call.model !== null)?.model
  return {
    schema_version: 'ATIF-v1.7',
    trajectory_id: id,
    agent: { ...agent, ...(model == null ? {} : { model_name: model }) },
    steps,
    final_metrics: {
      ...totalsOf(counted.filter(({ answer, tokens }) => answer !== null || tokens !== null)),
      total_steps: steps.length,
      extra: {
        calls: counted.length,
        turns: conversations.flatMap(({ calls }) => calls).filter(isAnswered).length,
        tool_calls: counted.reduce((sum, call) => sum + toolCallsIn(call), 0),
        milliseconds: counted.reduce((sum, call) => sum + call.milliseconds, 0),
      },
    },
  }
}

export function toolCallsIn({ answer }: ModelCall): number {
  return answer?.parts.filter(({ type }) => type === 'tool-call').length ?? 0
}

/** A total of which a part is unknown is left out. */
function totalsOf(calls: readonly ModelCall[]): Partial<PlainTrajectory['final_metrics']> {
  const costs = calls.flatMap(({ cost }) => cost ?? [])
  const tokens = calls.flatMap((call) => call.tokens ?? [])
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  return {
    ...(tokens.length < calls.length
      ? {}
      : {
          total_prompt_tokens: sum(tokens.map(({ input }) => input)),
          total_completion_tokens: sum(tokens.map(({ output }) => output)),
          total_cached_tokens: sum(tokens.map(({ cached = 0 }) => cached)),
        }),
    ...(costs.length < calls.length ? {} : { total_cost_usd: sum(costs) }),
  }
}

// ---- steps ---------------------------------------------------------------------------------------------------------

type Step = Omit<TrajectoryStep, 'step_id'>

/**
 * The steps of one conversation: each message of the system or the user that is new, and each answer with the results of the tools that it
 * called. Later requests repeat earlier messages and answers, which are left out.
 */
function stepsOf(calls: readonly ModelCall[]): Step[] {
  const messages = new Map(calls.flatMap(({ added }) => Object.entries(added)))
  const seen = new Set<string>()
  const steps: Step[] = []
  /** Id of a call of a tool → the step that made it. */
  const callers = new Map<string, Step>()
  let last: Step | undefined
  for (const call of calls) {
    if (call.files.length > 0 && last) last.extra.files = [...(last.extra.files ?? []), ...call.files]
    for (const digest of call.messages) {
      const message = messages.get(digest)
      if (!message || seen.has(digest)) continue
      seen.add(digest)
      addResults(message, callers)
      const step = stepOfMessage(message, call)
      if (step) steps.push(step)
    }
    const step = stepOfAnswer(call)
    steps.push(step)
    for (const { tool_call_id: id } of step.tool_calls ?? []) callers.set(id, step)
    if (step.source === 'agent') last = step
  }
  return steps
}

function addResults({ parts }: CallMessage, callers: ReadonlyMap<string, Step>): void {
  for (const part of parts) {
    if (part.type !== 'tool-result') continue
    const step = callers.get(part.id)
    if (!step || step.observation?.results.some((result) => result.source_call_id === part.id) === true) continue
    const result = {
      source_call_id: part.id,
      content: part.text,
      ...(part.failed === true ? { extra: { failed: true as const } } : {}),
    }
    step.observation = { results: [...(step.observation?.results ?? []), result] }
  }
}

/** Undefined for what the model said itself, and for a message with nothing but results of tools. */
function stepOfMessage({ role, parts }: CallMessage, { at, purpose }: ModelCall): Step | undefined {
  if (role === 'assistant') return undefined
  const texts = parts.filter(({ type }) => type !== 'tool-result').map(textOf)
  if (texts.length === 0) return undefined
  return { timestamp: at, source: role, message: texts.join('\n'), extra: { purpose } }
}

function stepOfAnswer(call: ModelCall): Step {
  const { at, answer, fault, purpose, failures } = call
  const extra = {
    purpose,
    ...(answer?.stop == null ? {} : { stop: answer.stop }),
    ...(failures.length === 0 ? {} : { failures }),
    ...(fault === undefined ? {} : { fault: fault.message }),
  }
  if (!answer) return { timestamp: at, source: 'system', message: `A call was not answered.`, extra }
  const calls = answer.parts.flatMap((part) => (part.type === 'tool-call' ? [part] : []))
  const reasoning = joined(answer.parts, 'reasoning')
  const model = answer.model ?? call.model
  return {
    timestamp: at,
    source: 'agent',
    ...(model === null ? {} : { model_name: model }),
    message: joined(answer.parts, 'text'),
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map((part) => ({
            tool_call_id: part.id,
            function_name: part.name,
            arguments: part.arguments,
          })),
        }),
    metrics: metricsOf(call),
    llm_call_count: 1,
    extra,
  }
}

function metricsOf({ tokens, cost, milliseconds, firstByte }: ModelCall): NonNullable<TrajectoryStep['metrics']> {
  const { input, output, cached, reasoning, cacheWritten } = tokens ?? {}
  return {
    ...(input === undefined ? {} : { prompt_tokens: input }),
    ...(output === undefined ? {} : { completion_tokens: output }),
    ...(cached === undefined ? {} : { cached_tokens: cached }),
    ...(cost === null ? {} : { cost_usd: cost }),
    extra: {
      ...(reasoning === undefined ? {} : { reasoning_tokens: reasoning }),
      ...(cacheWritten === undefined ? {} : { cache_creation_input_tokens: cacheWritten }),
      milliseconds,
      ...(firstByte === null ? {} : { first_byte_milliseconds: firstByte }),
    },
  }
}

function joined(parts: readonly MessagePart[], type: 'text' | 'reasoning'): string {
  return parts.flatMap((part) => (part.type === type ? [part.text] : [])).join('\n')
}

function textOf(part: MessagePart): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
    case 'tool-result':
      return part.text
    case 'tool-call':
      return `[a call of ${part.name}]`
    case 'other':
      return `[${part.name}, ${String(part.bytes)} bytes]`
  }
}
