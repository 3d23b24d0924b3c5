/** The trajectory of a trial, from the recorded calls of its models. */
import { trajectorySchema, type ModelCall, type PlainTrajectory, type Trajectory } from '../../contracts/schema.ts'
import { conversationsOf, isAnswered, mainConversations, type Conversation } from './conversations.ts'
import { stepsOf } from './steps.ts'

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
