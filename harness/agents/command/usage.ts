import type { Tokens } from '../../contracts/schema.ts'

/** The tokens and cost that a tool reports. */
export interface ToolUse {
  readonly tokens: Tokens | null
  /** US dollars. */
  readonly cost: number | null
  readonly model: string | null
  /** Answers of models. */
  readonly turns: number | null
}

type Fields = Readonly<Record<string, unknown>>

/** One JSON object at the end: `{total_cost_usd, usage: {input_tokens, cache_…_input_tokens, output_tokens}, modelUsage}`. */
export function claudeUse(stdout: string): ToolUse | undefined {
  const result = jsonLines(stdout).findLast((line) => line['type'] === 'result')
  if (!result) return undefined
  const usage = fields(result['usage'])
  const [read, written] = [count(usage['cache_read_input_tokens']), count(usage['cache_creation_input_tokens'])]
  const input = sum([count(usage['input_tokens']), read ?? 0, written ?? 0])
  return {
    tokens: tokensOf(input, count(usage['output_tokens']), read),
    cost: amount(result['total_cost_usd']),
    model: Object.keys(fields(result['modelUsage']))[0] ?? null,
    turns: count(result['num_turns']),
  }
}

/** One JSON event per line; the event at the end of each turn has the counts. */
export function codexUse(stdout: string): ToolUse | undefined {
  const turns = jsonLines(stdout).filter((line) => line['type'] === 'turn.completed')
  const usages = turns.map((turn) => fields(turn['usage']))
  if (usages.length === 0) return undefined
  const total = (name: string) => sum(usages.map((usage) => count(usage[name])))
  return {
    tokens: tokensOf(total('input_tokens'), total('output_tokens'), total('cached_input_tokens')),
    cost: null,
    model: null,
    // Its own turns are whole answers to a prompt.
    turns: null,
  }
}

/** One JSON object: `{stats: {models: {NAME: {tokens: {prompt, candidates, thoughts, cached}}}}}`. */
export function geminiUse(stdout: string): ToolUse | undefined {
  const whole = stdout.slice(Math.max(0, stdout.indexOf('{')))
  const models = Object.entries(fields(fields(parse(whole)['stats'])['models']))
  if (models.length === 0) return undefined
  const total = (name: string) => sum(models.map(([, model]) => count(fields(fields(model)['tokens'])[name])))
  const thoughts = total('thoughts') ?? 0
  const output = sum([total('candidates'), thoughts])
  return {
    tokens: tokensOf(total('prompt'), output, total('cached'), thoughts),
    cost: null,
    model: models[0]?.[0] ?? null,
    turns: sum(models.map(([, model]) => count(fields(fields(model)['api'])['totalRequests']))),
  }
}

/** One JSON event per line; each step ends with `{part: {cost, tokens: {input, output, reasoning, cache: {read, write}}}}`. */
export function opencodeUse(stdout: string): ToolUse | undefined {
  const steps = jsonLines(stdout)
    .map((line) => fields(line['part']))
    .filter((part) => part['type'] === 'step-finish')
  if (steps.length === 0) return undefined
  const of = (pick: (tokens: Fields) => unknown) => sum(steps.map((step) => count(pick(fields(step['tokens'])))))
  const read = of((tokens) => fields(tokens['cache'])['read'])
  const reasoning = of((tokens) => tokens['reasoning'])
  const costs = steps.map((step) => amount(step['cost']))
  return {
    tokens: tokensOf(
      sum([of((tokens) => tokens['input']), read ?? 0]),
      sum([of((tokens) => tokens['output']), reasoning ?? 0]),
      read,
      reasoning,
    ),
    // opencode reports 0 for a model without a known price.
    cost: costs.every((cost) => cost !== null) && costs.some((cost) => cost > 0) ? sum(costs) : null,
    model: null,
    turns: steps.length,
  }
}

/** "Tokens: 2.4k sent, 310 received. Cost: $0.0100 message, $0.02 session.": tokens per message, cost of the session so far. */
export function aiderUse(stdout: string): ToolUse | undefined {
  const messages = [...stdout.matchAll(/Tokens:\s*([\d.,]+[kM]?) sent,(?:.*?,)?\s*([\d.,]+[kM]?) received/g)]
  if (messages.length === 0) return undefined
  const session = [...stdout.matchAll(/\$([\d.]+) session/g)].at(-1)?.[1]
  return {
    tokens: {
      input: messages.reduce((total, [, sent = '']) => total + rounded(sent), 0),
      output: messages.reduce((total, [, , received = '']) => total + rounded(received), 0),
    },
    cost: session === undefined ? null : Number(session),
    model: null,
    turns: messages.length,
  }
}

function rounded(text: string): number {
  const factor = text.endsWith('k') ? 1000 : text.endsWith('M') ? 1_000_000 : 1
  return Math.round(Number.parseFloat(text.replaceAll(',', '')) * factor)
}

function tokensOf(
  input: number | null,
  output: number | null,
  cached: number | null,
  reasoning: number | null = null,
): Tokens | null {
  if (input === null || output === null) return null
  return { input, output, ...(cached === null ? {} : { cached }), ...(reasoning === null ? {} : { reasoning }) }
}

function jsonLines(text: string): Fields[] {
  const lines = text.split('\n').filter((line) => line.trimStart().startsWith('{'))
  return lines.map(parse)
}

function parse(text: string): Fields {
  try {
    return fields(JSON.parse(text))
  } catch {
    return {}
  }
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

function count(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null
}

function amount(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}

function sum(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>((total, value) => (total === null || value === null ? null : total + value), 0)
}
