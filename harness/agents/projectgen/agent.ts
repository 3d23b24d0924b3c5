/** The agent ProjectGen (published with CodeProjectEval): architecture, skeleton, code, each made and judged in rounds. */
import type { Brief } from '../../contracts/schema.ts'
import type { Agent, AgentContext, Artefacts, Estimate, Project, Sizes } from '../../contracts/types.ts'
import { AgentFault } from '../../errors.ts'
import { costOf, estimateTokens } from '../../lib/models/cost.ts'
import { modelAgent } from '../model.ts'
import { prompts } from '../protocol/prompts.ts'
import { writeCode } from './code.ts'
import { launchOf } from '../framework/launch.ts'
import { planArchitecture, writeSkeleton } from './plan.ts'
import { Setting, promptsOf, type MethodSettings } from '../framework/setting.ts'

const METHOD = 'projectgen'

export function projectgenAgent(settings: MethodSettings): Agent {
  const { name, model, format, repairs } = settings
  const single = modelAgent({ name, model, format, repairs, feedback: 0 })
  return {
    name,
    configuration: {
      kind: 'model',
      method: METHOD,
      server: model.server,
      model: model.model,
      parameters: { ...model.parameters },
      format,
      repairs,
      prompts: promptsOf(METHOD).digest,
      common: prompts().digest,
    },
    price: model.price,
    estimate: (brief, sizes) => estimate(brief, sizes, settings),
    generate: (brief, context) => generate(brief, context, settings),
    answer: (questions, project, context) => single.answer(questions, project, context),
  }
}

async function generate(brief: Brief, context: AgentContext, settings: MethodSettings): Promise<Project> {
  const setting = new Setting(brief, context, settings, promptsOf(METHOD))
  const architecture = await planArchitecture(setting)
  if (!architecture) throw new AgentFault('the model never gave an architecture that can be read', 'unreadable')
  const skeleton = (await writeSkeleton(setting, architecture)) ?? []
  const files = await writeCode(setting, architecture, skeleton)
  if (files.every(({ content }) => content.trim() === ''))
    throw new AgentFault('the model never gave the content of a file', 'unreadable')
  const artefacts: Artefacts = { architecture, skeleton, rounds: setting.rounds }
  return { files, ...(await launchOf(setting, files)), artefacts }
}

/** Files of a project of average size. */
const FILES = 10
/** Rounds of corrections, with files each, that a project of average quality needs. */
const CORRECTIONS = 2
const CORRECTED = 3
/** Characters of a prompt template, and of a judgement or a diagnosis. */
const PROMPT = 1500
const OPINION = 1500

/** Architecture and skeleton with one judgement each, every file once, two rounds of corrections. */
function estimate(brief: Brief, { code, skeleton, questions }: Sizes, { model }: MethodSettings): Estimate {
  const input = JSON.stringify(brief).length
  const planned = Math.max(skeleton, code / 3)
  const file = code / FILES
  const steps = [
    { input, output: planned },
    { input: input + planned, output: OPINION },
    { input: input + planned, output: planned },
    { input: input + 2 * planned, output: OPINION },
    ...Array.from({ length: FILES }, (_, done) => ({ input: input + planned / FILES + done * file, output: file })),
    ...Array.from({ length: CORRECTIONS }, () => [
      { input: input + code, output: OPINION },
      ...Array.from({ length: CORRECTED }, () => ({ input: input + code, output: file })),
    ]).flat(),
    ...(questions > 0 ? [{ input: code + questions, output: questions }] : []),
  ]
  const tokens = {
    input: steps.reduce((sum, step) => sum + estimateTokens(step.input + PROMPT), 0),
    output: steps.reduce((sum, step) => sum + estimateTokens(step.output), 0),
  }
  return { calls: steps.length, ...tokens, cost: costOf(tokens, model.price) }
}
