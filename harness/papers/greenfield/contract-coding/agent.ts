/** The agent Contract-Coding (published with Greenfield-5): files are written in parallel from a contract, and compared with it. */
import type { Brief, ContractWork } from '../../../contracts/schema.ts'
import type { MethodSettings } from '../../../contracts/paper.ts'
import type { Agent, Artefacts, Project, Sizes } from '../../../contracts/types.ts'
import { AgentFault } from '../../../errors.ts'
import { clashing } from '../../../agents/framework/clashes.ts'
import { launchOf } from '../../../agents/framework/launch.ts'
import { methodAgent, type Step } from '../../../agents/framework/method-agent.ts'
import type { Setting } from '../../../agents/framework/setting.ts'
import { carryOut } from './layers.ts'
import { planContract } from './plan.ts'
import { structureProblems } from './structure.ts'

export function contractCodingAgent(settings: MethodSettings): Agent {
  return methodAgent({ name: 'contract-coding', prompts: 'papers/greenfield/prompts', steps, generate }, settings)
}

async function generate(setting: Setting): Promise<Project> {
  const document = await planContract(setting)
  const tasks = await carryOut(setting, document)
  const written = tasks.files()
  const left = clashing([...written.keys()])
  const files = [...written].flatMap(([path, content]) => (left.has(path) ? [] : [{ path, content }]))
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
/** Characters of the opinion of a critic. */
const OPINION = 500

/** Contract and audit, every file with a critic, some files twice. */
function steps(brief: Brief, { code, skeleton, questions }: Sizes): Step[] {
  const input = JSON.stringify(brief).length
  const contract = Math.max(skeleton, code / 3)
  const file = code / FILES
  return [
    { input, output: contract },
    { input: input + contract, output: contract / 5 },
    ...Array.from({ length: FILES + CORRECTED }, () => [
      { input: contract + file, output: file },
      { input: contract + file, output: OPINION },
    ]).flat(),
    ...(brief.kind === 'library' || brief.kind === 'source' ? [] : [{ input: code, output: OPINION }]),
    ...(questions > 0 ? [{ input: code + questions, output: questions }] : []),
  ]
}

// ---- record --------------------------------------------------------------------------------------------------------

/** Bytes of the record as JSON; the store refuses 4 MiB. */
const MOST_BYTES = 3 * 1024 * 1024

/** The record, without its longest parts if it is too large: first the problems of attempts, then the changes of versions. */
function fitting(work: ContractWork): ContractWork {
  const tasks = work.tasks.map((task) => ({
    ...task,
    attempts: task.attempts.map((attempt) => ({ ...attempt, problems: [] })),
  }))
  const versions = work.versions.map((version) => ({ ...version, changes: [], conflicts: [] }))
  const ways = [work, { ...work, tasks }, { ...work, tasks, versions }]
  return ways.find((each) => Buffer.byteLength(JSON.stringify(each)) <= MOST_BYTES) ?? { ...work, tasks, versions }
}
