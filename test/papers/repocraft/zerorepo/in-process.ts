/** Runs the agent zerorepo in this process, with answers of a script and rooms of the process sandbox. */
import { zerorepoAgent } from '../../../../harness/papers/repocraft/zerorepo/agent.ts'
import { graphProblems } from '../../../../harness/papers/repocraft/zerorepo/graph/problems.ts'
import {
  SCHEMA_VERSION,
  repositoryWorkSchema,
  type Brief,
  type RepositoryUnit,
  type RepositoryWork,
} from '../../../../harness/contracts/schema.ts'
import type { AgentContext, Project } from '../../../../harness/contracts/types.ts'
import { openRoom } from '../../../../harness/trial/agent-context.ts'
import { agentContext } from '../../../helpers.ts'
import { promptOf } from '../../../model-server/method.ts'
import { zerorepoScripted, zerorepoStepOf, type ZerorepoScript, type ZerorepoStep } from '../zerorepo-server.ts'

export interface Generated {
  readonly project: Project
  readonly work: RepositoryWork
  readonly notes: readonly string[]
  readonly asked: readonly { readonly step: ZerorepoStep | undefined; readonly prompt: string }[]
}

type Asked = Generated['asked'][number]

/** The context of a trial whose model follows a script. */
export function scriptedContext(script: ZerorepoScript): {
  readonly context: AgentContext
  readonly notes: string[]
  readonly asked: Asked[]
} {
  const reply = zerorepoScripted(script)
  const notes: string[] = []
  const asked: Asked[] = []
  const context = agentContext({
    note: (text) => notes.push(text),
    openRoom: (setup) => openRoom(setup, 'process', []),
    ask: ({ messages }) => {
      const request = { messages, model: 'scripted', parameters: {}, headers: {}, at: 0 }
      asked.push({ step: zerorepoStepOf(request), prompt: promptOf(request) })
      const answer = reply(request)
      return answer.kind === 'answer' ? Promise.resolve(answer.text) : Promise.reject(new Error(answer.kind))
    },
  })
  return { context, notes, asked }
}

const BRIEF: Brief = {
  ...{ schemaVersion: SCHEMA_VERSION, mission: 'words', title: 'Words', kind: 'library', variant: 'default' },
  ...{ stack: 'Python', advice: '', materials: [], input: { type: 'prompt', prompt: 'A library for texts.' } },
}

/** @throws AgentFault as the agent does; an invalid record fails the test */
export async function generated(script: ZerorepoScript = {}, input: Brief['input'] = BRIEF.input): Promise<Generated> {
  const { context, notes, asked } = scriptedContext(script)
  const model = { server: 'scripted', model: 'scripted', parameters: {}, price: null } as never
  const agent = zerorepoAgent({ name: 'zerorepo', model, format: 'files', repairs: 0 })
  const project = await agent.generate({ ...BRIEF, input }, context)
  const work = repositoryWorkSchema.parse(project.artefacts?.repository)
  if (graphProblems(work.graph).some((problem) => problem.includes('circle')))
    throw new Error('the graph of a project has a circle')
  return { project, work, notes, asked }
}

export function unitOf({ work }: Pick<Generated, 'work'>, id: string): RepositoryUnit {
  const unit = work.units.find((each) => each.id === id)
  if (!unit) throw new Error(`there is no unit ${id}`)
  return unit
}

/** The prompts of a step about a unit. */
export function promptsOf({ asked }: Pick<Generated, 'asked'>, step: ZerorepoStep, about = ''): string[] {
  return asked.filter((each) => each.step === step && each.prompt.includes(about)).map(({ prompt }) => prompt)
}
