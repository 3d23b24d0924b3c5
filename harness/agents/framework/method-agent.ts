import type { Brief } from '../../contracts/schema.ts'
import type { Agent, Estimate, Project, Sizes } from '../../contracts/types.ts'
import { costOf, estimateTokens } from '../../lib/models/cost.ts'
import { modelAgent } from '../model.ts'
import { prompts } from '../protocol/prompts.ts'
import { withTemplate } from '../template.ts'
import type { MethodSettings } from '../../contracts/paper.ts'
import { Setting, promptsOf } from './setting.ts'

/** An agent that calls a model in several steps. */
export interface Method {
  /** The name of the agent. */
  readonly name: string
  /** The folder of its prompts, relative to the sources of the harness. */
  readonly prompts: string
  /** The calls that a project of average quality needs. */
  steps(brief: Brief, sizes: Sizes): readonly Step[]
  /** @throws AgentFault if it has no project */
  generate(setting: Setting): Promise<Project>
}

/** Characters of one call without its prompt template. */
export interface Step {
  readonly input: number
  readonly output: number
}

/** The parameters of the project are asked for in one call, as of every model. */
export function methodAgent(method: Method, settings: MethodSettings): Agent {
  const { name, model, format, repairs } = settings
  const single = modelAgent({ name, model, format, repairs, feedback: 0 })
  const own = promptsOf(method.prompts)
  return {
    name,
    configuration: {
      kind: 'model',
      method: method.name,
      server: model.server,
      model: model.model,
      parameters: { ...model.parameters },
      format,
      repairs,
      prompts: own.digest,
      common: prompts().digest,
    },
    price: model.price,
    estimate: (brief, sizes) => estimateOf(method.steps(brief, sizes), settings),
    generate: async (brief, context) =>
      withTemplate(brief, await method.generate(new Setting(brief, context, settings, own))),
    answer: (questions, project, context) => single.answer(questions, project, context),
  }
}

/** Characters of a prompt template. */
const PROMPT = 1500

function estimateOf(steps: readonly Step[], { model }: MethodSettings): Estimate {
  const tokens = {
    input: steps.reduce((sum, step) => sum + estimateTokens(step.input + PROMPT), 0),
    output: steps.reduce((sum, step) => sum + estimateTokens(step.output), 0),
  }
  return { calls: steps.length, ...tokens, cost: costOf(tokens, model.price) }
}
