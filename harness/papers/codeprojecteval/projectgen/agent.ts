/** The agent ProjectGen (published with CodeProjectEval): architecture, skeleton, code, each made and judged in rounds. */
import type { Brief } from '../../../contracts/schema.ts'
import type { MethodSettings } from '../../../contracts/paper.ts'
import type { Agent, Artefacts, Project, Sizes } from '../../../contracts/types.ts'
import { AgentFault } from '../../../errors.ts'
import { launchOf } from '../../../agents/framework/launch.ts'
import { methodAgent, type Step } from '../../../agents/framework/method-agent.ts'
import type { Setting } from '../../../agents/framework/setting.ts'
import { writeCode } from './code.ts'
import { planArchitecture, writeSkeleton } from './plan.ts'

export function projectgenAgent(settings: MethodSettings): Agent {
  return methodAgent({ name: 'projectgen', prompts: 'papers/codeprojecteval/prompts', steps, generate }, settings)
}

async function generate(setting: Setting): Promise<Project> {
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
/** Characters of a judgement or a diagnosis. */
const OPINION = 1500

/** Architecture and skeleton with one judgement each, every file once, two rounds of corrections. */
function steps(brief: Brief, { code, skeleton, questions }: Sizes): Step[] {
  const input = JSON.stringify(brief).length
  const planned = Math.max(skeleton, code / 3)
  const file = code / FILES
  return [
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
}
