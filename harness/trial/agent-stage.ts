import { callContext, useOf, type AgentServices, type CallContext } from './agent-context.ts'
import { briefOf, questionsOf } from './brief.ts'
import { unlessAborted } from '../lib/async/deadline.ts'
import { sha256 } from '../lib/files/digest.ts'
import type { AgentUse, Answers, Question, TrialKey, SandboxName } from '../contracts/schema.ts'
import type { Told, TrialStore } from '../store/store.ts'
import type { Agent, Benchmark, Mission, Project } from '../contracts/types.ts'
import { projectDigest } from '../lib/files/project-digest.ts'
import { checkProject } from './workspace.ts'

/** What of a trial concerns its agent. */
export interface AgentTrial {
  readonly key: TrialKey
  readonly benchmark: Benchmark
  readonly mission: Mission
  readonly agent: Agent
  readonly services?: AgentServices | undefined
  readonly store: TrialStore
  readonly sandbox: SandboxName
  readonly signal: AbortSignal
}

/** The part of a trial that is the agent's: what it has answered once is on disk, and it is not asked for that again. */
export class AgentStage {
  readonly #trial: AgentTrial
  readonly #told: Told[] = []

  constructor(trial: AgentTrial) {
    this.#trial = trial
  }

  async generate(): Promise<Project> {
    const { store, mission, benchmark, key, agent, signal, services } = this.#trial
    const earlier = await store.readKeptProject()
    if (earlier) {
      this.#told.push(earlier)
      return earlier.project
    }
    const brief = await briefOf(benchmark, mission, key.variant)
    await store.writeBrief(brief)
    const { context, told } = this.#call()
    const given = await unlessAborted(agent.generate(brief, context), signal)
    const project = services ? { ...given, files: services.redactor.files(given.files) } : given
    checkProject(project)
    await store.writeProject(project, projectDigest(project), told)
    return project
  }

  /** The project is frozen by now: nothing that the agent says here changes it. */
  async answer(project: Project): Promise<Answers> {
    const { store, mission, agent, signal } = this.#trial
    const earlier = await store.readKeptAnswers()
    if (earlier) {
      this.#told.push(earlier)
      return earlier.answers
    }
    const questions = questionsOf(mission)
    const { context, told } = this.#call()
    const answers = await unlessAborted(agent.answer(questions, project, context), signal)
    await store.writeAnswers(answers, questionsDigest(questions), told)
    return answers
  }

  /** What the agent has used so far for this trial. */
  use(): Promise<AgentUse | undefined> {
    return useOf(this.#trial.store, this.#told)
  }

  #call(): CallContext {
    const call = callContext(this.#trial)
    this.#told.push(call.told)
    return call
  }
}

export function questionsDigest(questions: readonly Question[]): string {
  return sha256(JSON.stringify(questions))
}
