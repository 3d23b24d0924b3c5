/** The agent Contract-Coding (published with Greenfield-5): files are written in parallel from a contract, and compared with it. */
import type { Brief, ContractWork } from '../../contracts/schema.ts'
import type { Agent, AgentContext, Artefacts, Estimate, Project, Sizes } from '../../contracts/types.ts'
import { AgentFault } from '../../errors.ts'
import { costOf, estimateTokens } from '../../lib/models/cost.ts'
import { launchOf } from '../framework/launch.ts'
import { Setting, promptsOf, type MethodSettings } from '../framework/setting.ts'
import { modelAgent } from '../model.ts'
import { prompts } from '../protocol/prompts.ts'
import { carryOut } from './layers.ts'
import { planContract } from './plan.ts'
import { fitting } from './record.ts'
import { structureProblems } from './structure.ts'

const METHOD = 'contract-coding'

export function contractCodingAgent(settings: MethodSettings): Agent {
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
  const document = await planContract(setting)
  const tasks = await carryOut(setting, document)
  const files = [...tasks.files()].map(([path, content]) => ({ path, content }))
  if (files.every(({ content }) => content.trim() === ''))
    throw new AgentFault('the model never gave the content of a file', 'unreadable')
  const work: ContractWork = {
    contract: document.contract,
    versions: document.versions,
    tasks: tasks.record(document),
    problems: structureProblems(document.contract),
  }
  const artefacts: Artefacts = { contract: fitting(work), rounds: setting.rounds }
  return { files, ...(await launchOf(setting, files)), artefacts }
}

/** Files of a project of average size. */
const FILES = 10
/** Files that are written a second time. */
const CORRECTED = 4
/** Characters of a prompt template, and of an opinion. */
const PROMPT = 1500
const OPINION = 500

/** Contract and audit, every file with a critic, some files twice. */
function estimate(brief: Brief, { code, skeleton, questions }: Sizes, { model }: MethodSettings): Estimate {
  const input = JSON.stringify(brief).length
  const contract = Math.max(skeleton, code / 3)
  const file = code / FILES
  const steps = [
    { input, output: contract },
    { input: input + contract, output: contract / 5 },
    ...Array.from({ length: FILES + CORRECTED }, () => [
      { input: contract + file, output: file },
      { input: contract + file, output: OPINION },
    ]).flat(),
    { input: code, output: OPINION },
    ...(questions > 0 ? [{ input: code + questions, output: questions }] : []),
  ]
  const tokens = {
    input: steps.reduce((sum, step) => sum + estimateTokens(step.input + PROMPT), 0),
    output: steps.reduce((sum, step) => sum + estimateTokens(step.output), 0),
  }
  return { calls: steps.length, ...tokens, cost: costOf(tokens, model.price) }
}
