/**
 * What a run may hold besides what every run holds: costs, exchanges, similarity scores, repeated verdicts. Read
 * leniently, so that an older run, or a newer one, is shown with whatever of it is understood.
 */
import { z } from 'zod'
import { statusSchema, type RunRecord, type TrialRecord } from '../../contracts/schema.ts'

const number = z.number().nullish().catch(undefined)
const text = z.string().catch('')

const tokensSchema = z.object({ input: z.number(), output: z.number() })
const useSchema = z.object({
  calls: z.number().catch(0),
  reused: z.number().catch(0),
  tokens: tokensSchema.nullish().catch(undefined),
  cost: number,
})
const modelsSchema = z.array(z.object({ asked: z.string(), answered: z.string().nullish() })).catch([])

/** What calls to models came to; a part that is unknown is absent. */
export interface Use {
  readonly calls: number
  readonly reused: number
  readonly input?: number
  readonly output?: number
  /** US dollars. */
  readonly cost?: number
}

/** @returns undefined where nothing is known of it: the agent called no model, or the run is older */
export function poolUse(of: object): Use | undefined {
  return useFrom((of as { readonly use?: unknown }).use)
}

export function trialUse(record: TrialRecord): Use | undefined {
  return useFrom((record as { readonly agent?: unknown }).agent)
}

function useFrom(value: unknown): Use | undefined {
  const { data } = useSchema.safeParse(value)
  if (!data) return undefined
  const { calls, reused, tokens, cost } = data
  return {
    calls,
    reused,
    ...(tokens ? { input: tokens.input, output: tokens.output } : {}),
    ...(typeof cost === 'number' ? { cost } : {}),
  }
}

/** Pairs of the model that was asked and the one that answered. */
export function modelsOf(record: TrialRecord): readonly { readonly asked: string; readonly answered: string }[] {
  const { data } = z.object({ models: modelsSchema }).safeParse((record as { readonly agent?: unknown }).agent)
  return (data?.models ?? []).map(({ asked, answered }) => ({ asked, answered: answered ?? 'unknown' }))
}

/** What makes each agent what it is, as the run wrote it down. */
export function configurationsOf(run: RunRecord): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const record = z.record(z.string(), z.record(z.string(), z.unknown()))
  return record.safeParse((run as { readonly agents?: unknown }).agents).data ?? {}
}

/** Of an agent without a project: whether it gave something at all; undefined where nothing tells. */
export function gaveSomething(record: TrialRecord): boolean | undefined {
  const { fault } = record as { readonly fault?: unknown }
  return typeof fault === 'string' ? ['unreadable', 'cut-off'].includes(fault) : undefined
}

const repeatsSchema = z.object({
  flaky: z.array(z.object({ testcode: z.string(), verdicts: z.array(z.object({ status: statusSchema })) })),
})

/** Testcodes of which a repeated verdict differed. */
export function flakyOf(record: TrialRecord): readonly string[] {
  const { data } = repeatsSchema.safeParse((record as { readonly repeats?: unknown }).repeats)
  return data?.flaky.map(({ testcode }) => testcode) ?? []
}

// ---- exchanges --------------------------------------------------------------------------------------------------------

const exchangeSchema = z.object({
  purpose: text,
  at: text,
  milliseconds: z.number().catch(0),
  request: z.object({
    model: text,
    messages: z.array(z.object({ role: z.string(), content: z.string() })).catch([]),
  }),
  response: z.object({
    text,
    finish: text,
    message: z.string().optional().catch(undefined),
    model: z.string().nullish().catch(undefined),
    tokens: tokensSchema.nullish().catch(undefined),
  }),
  failures: z.array(z.string()).catch([]),
  reused: z.boolean().catch(false),
  cost: number,
})
export type Exchange = z.infer<typeof exchangeSchema>

/** The lines of `exchanges.jsonl` that are understood, and how many are not. */
export function exchangesFrom(lines: string): { readonly exchanges: readonly Exchange[]; readonly unread: number } {
  const all = lines.split('\n').filter((line) => line.trim() !== '')
  const exchanges = all.flatMap((line) => exchangeSchema.safeParse(parsed(line)).data ?? [])
  return { exchanges, unread: all.length - exchanges.length }
}

// ---- similarity scores ------------------------------------------------------------------------------------------------

const scoredSchema = z.object({ scored: z.literal(true), value: z.number(), detail: z.unknown() })
const notScoredSchema = z.object({ scored: z.literal(false), reason: text })
const scoresSchema = z.object({
  scores: z.array(z.object({ name: z.string(), setting: text, score: z.union([scoredSchema, notScoredSchema]) })),
})
const filesSchema = z.object({
  files: z.array(
    z.object({
      produced: z.string().nullable(),
      canonical: z.string().nullable(),
      similarity: z.number(),
      language: z.string().optional().catch(undefined),
      components: z.record(z.string(), z.number()).optional().catch(undefined),
    }),
  ),
})
const parametersSchema = z.object({
  parameters: z.array(z.object({ of: z.string(), name: z.string(), similarity: z.number() })),
})
const embedderSchema = z.object({ embedder: z.string() })

export type Scores = z.infer<typeof scoresSchema>['scores']
export type FileMatch = z.infer<typeof filesSchema>['files'][number]

/** @returns undefined where nothing was scored, or it is not understood */
export function scoresFrom(json: string): Scores | undefined {
  return scoresSchema.safeParse(parsed(json)).data?.scores
}

const factsSchema = z.object({
  facts: z.object({
    files: z.number(),
    bytes: z.number(),
    languages: z.array(z.object({ language: z.string(), files: z.number(), lines: z.number(), tokens: z.number() })),
    bodies: z.object({ total: z.number(), empty: z.number(), placeholder: z.number() }),
  }),
})
export type Facts = z.infer<typeof factsSchema>['facts']

/** What a project consists of, as scorers have written it down. */
export function factsFrom(json: string): Facts | undefined {
  return factsSchema.safeParse(parsed(json)).data?.facts
}

/** The assignment of produced files to canonical ones. */
export function fileMatchesOf(scores: Scores, setting: string): readonly FileMatch[] | undefined {
  return filesSchema.safeParse(detailOf(scores, 'code', setting)).data?.files
}

export function parameterSimilarity(
  scores: Scores,
  setting: string,
  testcode: string,
  name: string,
): number | undefined {
  const { data } = parametersSchema.safeParse(detailOf(scores, 'parameters', setting))
  return data?.parameters.find((entry) => entry.of === testcode && entry.name === name)?.similarity
}

/** What made vectors of sentences, where something did. */
export function embedderOf(score: Scores[number]['score']): string | undefined {
  return score.scored ? embedderSchema.safeParse(score.detail).data?.embedder : undefined
}

function detailOf(scores: Scores, name: string, setting: string): unknown {
  const found = scores.find((score) => score.name === name && score.setting === setting)?.score
  return found?.scored === true ? found.detail : undefined
}

/** Undefined where it is no JSON: half a line, when the harness was killed. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
