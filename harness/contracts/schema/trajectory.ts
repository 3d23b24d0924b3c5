/** `trajectory.json`: the Agent Trajectory Interchange Format of Harbor, version 1.7 (its RFC 0001). Field names are those of the format. */
import * as z from 'zod'
import { fileChangeSchema } from './model-calls.ts'
import { count } from './base.ts'

const cost = z.number().nonnegative()
const milliseconds = z.number().nonnegative()

const resultSchema = z.strictObject({
  source_call_id: z.string(),
  content: z.string(),
  extra: z.strictObject({ failed: z.literal(true) }).optional(),
})

const metricsSchema = z.strictObject({
  prompt_tokens: count.optional(),
  completion_tokens: count.optional(),
  cached_tokens: count.optional(),
  cost_usd: cost.optional(),
  extra: z.strictObject({
    reasoning_tokens: count.optional(),
    cache_creation_input_tokens: count.optional(),
    milliseconds,
    first_byte_milliseconds: milliseconds.optional(),
  }),
})

export const trajectoryStepSchema = z
  .strictObject({
    step_id: z.int().positive(),
    timestamp: z.iso.datetime(),
    source: z.enum(['system', 'user', 'agent']),
    model_name: z.string().optional(),
    message: z.string(),
    reasoning_content: z.string().optional(),
    tool_calls: z
      .array(
        z.strictObject({
          tool_call_id: z.string(),
          function_name: z.string(),
          arguments: z.record(z.string(), z.unknown()),
        }),
      )
      .optional(),
    observation: z.strictObject({ results: z.array(resultSchema) }).optional(),
    metrics: metricsSchema.optional(),
    llm_call_count: z.literal(1).optional(),
    extra: z.strictObject({
      purpose: z.string(),
      stop: z.string().optional(),
      failures: z.array(z.string()).optional(),
      fault: z.string().optional().describe('Why the call was not answered.'),
      reused: z.literal(true).optional().describe('The answer had been paid for before.'),
      files: z.array(fileChangeSchema).optional().describe('The files that the step changed.'),
    }),
  })
  .refine(({ source, tool_calls, metrics, reasoning_content }) => {
    return source === 'agent' || (!tool_calls && !metrics && reasoning_content === undefined)
  }, 'only an agent calls tools, reasons and has metrics')
  .refine(({ tool_calls = [], observation }) => {
    const ids = new Set(tool_calls.map((call) => call.tool_call_id))
    return (observation?.results ?? []).every((result) => ids.has(result.source_call_id))
  }, 'a result belongs to a call of its step')
export type TrajectoryStep = z.infer<typeof trajectoryStepSchema>

const finalMetricsSchema = z.strictObject({
  total_prompt_tokens: count.optional(),
  total_completion_tokens: count.optional(),
  total_cached_tokens: count.optional(),
  total_cost_usd: cost.optional(),
  total_steps: count,
  extra: z.strictObject({ calls: count, turns: count, tool_calls: count, milliseconds }),
})

const plainTrajectorySchema = z.strictObject({
  schema_version: z.literal('ATIF-v1.7'),
  session_id: z.string().optional(),
  trajectory_id: z.string(),
  agent: z.strictObject({ name: z.string(), version: z.string(), model_name: z.string().optional() }),
  steps: z
    .array(trajectoryStepSchema)
    .refine((steps) => steps.every(({ step_id: id }, index) => id === index + 1), 'steps are numbered from 1'),
  notes: z.string().optional(),
  final_metrics: finalMetricsSchema,
})

export const trajectorySchema = plainTrajectorySchema.extend({
  subagent_trajectories: z
    .array(plainTrajectorySchema)
    .optional()
    .describe('Other conversations with a model: sub-agents, and calls such as one for a title.'),
})
export type Trajectory = z.infer<typeof trajectorySchema>
export type PlainTrajectory = z.infer<typeof plainTrajectorySchema>
