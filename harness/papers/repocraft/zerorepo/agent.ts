/** The agent ZeroRepo (published with RepoCraft): a planning graph, from which units are written in order, each after its test. */
import type { Brief } from '../../../contracts/schema.ts'
import type { MethodSettings } from '../../../contracts/paper.ts'
import type { Agent, Project, Sizes } from '../../../contracts/types.ts'
import { AgentFault } from '../../../errors.ts'
import { compileProblems } from '../../../agents/framework/compile.ts'
import { launchOf } from '../../../agents/framework/launch.ts'
import { methodAgent, type Step } from '../../../agents/framework/method-agent.ts'
import type { Setting } from '../../../agents/framework/setting.ts'
import { unitsOf } from './graph/units.ts'
import { propose } from './plan/features.ts'
import { planBases, planFiles } from './plan/files.ts'
import { planInterfaces } from './plan/interfaces.ts'
import { workRecord } from './record.ts'
import { Board } from './write/board.ts'
import { integrate } from './write/integrate.ts'
import { writeLayers } from './write/layers.ts'

export function zerorepoAgent(settings: MethodSettings): Agent {
  return methodAgent({ name: 'zerorepo', prompts: 'papers/repocraft/prompts', steps, generate }, settings)
}

async function generate(setting: Setting): Promise<Project> {
  const capabilities = await propose(setting)
  const files = await planFiles(setting, capabilities)
  const { graph, problems } = await planInterfaces(setting, await planBases(setting, files))
  for (const problem of problems.slice(0, 20)) setting.context.note(`plan: ${problem}`)
  // A machine without Python would blame every failure on the code.
  await compileProblems([{ path: 'check.py', content: 'checked = True\n' }], setting.context)
  const board = new Board(setting, graph, unitsOf(graph))
  await writeLayers(board)
  await integrate(board)
  const written = board.filesWith()
  if (written.every(({ content }) => content.trim() === ''))
    throw new AgentFault('the model never gave the content of a file', 'unreadable')
  const artefacts = { repository: workRecord(board, problems), rounds: setting.rounds }
  return { files: written, ...(await launchOf(setting, written)), artefacts }
}

/** Of a project of average size. */
const FILES = 8
const UNITS = 24
/** Units that need a repair: three votes and another version. */
const REPAIRED = 6
/** Characters of a vote. */
const OPINION = 400

/** One round of the proposal, the plan, test and code of every unit, some repairs. */
function steps(brief: Brief, { code, skeleton, questions }: Sizes): Step[] {
  const input = JSON.stringify(brief).length
  const plan = Math.max(skeleton, code / 3)
  const unit = code / UNITS
  return [
    ...Array.from({ length: 4 }, () => ({ input: input + plan / 2, output: plan / 4 })),
    ...Array.from({ length: FILES }, () => ({ input: input + plan, output: plan / FILES })),
    ...Array.from({ length: UNITS }, () => [
      { input: input + code / 4, output: unit },
      { input: input + code / 4 + unit, output: unit },
    ]).flat(),
    ...Array.from({ length: REPAIRED }, () => [
      ...Array.from({ length: 3 }, () => ({ input: 4 * unit, output: OPINION })),
      { input: input + code / 4, output: unit },
    ]).flat(),
    ...(brief.kind === 'library' || brief.kind === 'source' ? [] : [{ input: code, output: OPINION }]),
    ...(questions > 0 ? [{ input: code + questions, output: questions }] : []),
  ]
}
