import type { CallMessage, MessagePart, ModelCall, TrajectoryStep } from '../../contracts/schema.ts'

type Step = Omit<TrajectoryStep, 'step_id'>

/**
 * The steps of one conversation: each message of the system or the user that is new, and each answer with the results of the tools that it
 * called. Later requests repeat earlier messages and answers, which are left out.
 */
export function stepsOf(calls: readonly ModelCall[]): Step[] {
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
