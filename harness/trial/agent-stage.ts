import { callContext, useOf, type AgentServices, type CallContext } from './agent-context.ts'
import { briefOf, questionsOf } from './brief.ts'
import { unlessAborted } from '../lib/async/deadline.ts'
import { ANSWER_NOTE, expandAnswers, unknownAnswers } from '../lib/files/answers.ts'
import { sha256 } from '../lib/files/digest.ts'
import {
  answersSchema,
  type AgentUse,
  type Answers,
  type Question,
  type TrialKey,
  type SandboxName,
} from '../contracts/schema.ts'
import type { AgentReport, TrialStore } from '../store/store.ts'
import type { Agent, Benchmark, Mission, Project } from '../contracts/types.ts'
import { projectDigest } from '../lib/files/project-digest.ts'
import { noFeedback, type FeedbackCalls } from './feedback-calls.ts'
import { callsOfExchanges } from '../lib/trajectory/exchanges.ts'
import { trajectoryOf } from '../lib/trajectory/trajectory.ts'
import { plainCopy } from './plain-copy.ts'
import type { Stages } from './stage-clock.ts'
import { copyOf, freeze } from './workspace.ts'

/** Answers that nobody asked for, of which a note is kept. */
const MOST_UNKNOWN = 5

/** The parts of a trial that concern its agent. */
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

/** Feedback that ends when the project is frozen. */
export interface FrozenFeedback extends FeedbackCalls {
  freeze(): Promise<void>
}

/** The agent's part of a trial. Its answers are stored on disk, and it is never asked twice for the same one. */
export class AgentStage {
  readonly #trial: AgentTrial
  readonly #feedback: FrozenFeedback
  readonly #told: AgentReport[] = []
  readonly #clock: { readonly taken: number }
  readonly #earlier = new Map<'generate' | 'answer', number | undefined>()

  /** @param clock That of the trial, for the time that the agent takes */
  constructor(trial: AgentTrial, feedback: FrozenFeedback, clock: { readonly taken: number }) {
    this.#trial = trial
    this.#feedback = feedback
    this.#clock = clock
  }

  /** The times of stages, of which some may have been read from the disk: then they are those of the agent, as far as they are known. */
  stages(measured: Stages): Stages {
    const known = Object.entries(measured).filter(([name]) => !this.#earlier.has(name as 'generate'))
    const earlier = [...this.#earlier].filter(([, took]) => took !== undefined)
    return Object.fromEntries([...earlier, ...known])
  }

  async generate(): Promise<Project> {
    const { store, mission, benchmark, key, agent, signal, services } = this.#trial
    const earlier = await store.readKeptProject()
    if (earlier) {
      this.#told.push(earlier)
      this.#earlier.set('generate', earlier.took)
      return earlier.project
    }
    const brief = await briefOf(benchmark, mission, key.variant)
    await store.writeBrief(brief)
    const { context, told } = this.#call(this.#feedback)
    const given = await this.#untilFrozen(unlessAborted(agent.generate(brief, context), signal))
    const project = freeze(given, services?.redactor)
    await store.writeProject(project, projectDigest(project), { ...told, took: this.#clock.taken })
    return project
  }

  /** Asks for parameter values. The project is already frozen, so the agent cannot change it here. */
  async answer(project: Project): Promise<Answers> {
    const { store, mission, agent, signal } = this.#trial
    const earlier = await store.readKeptAnswers()
    if (earlier) {
      this.#told.push(earlier)
      this.#earlier.set('answer', earlier.took)
      return earlier.answers
    }
    const questions = questionsOf(mission)
    const { context, told } = this.#call(noFeedback())
    const given = await unlessAborted(agent.answer(questions, copyOf(project), context), signal)
    const written = plainCopy(given, answersSchema, 'the answers of the agent')
    for (const text of unknownAnswers(written, questions, MOST_UNKNOWN)) context.note(`${ANSWER_NOTE}${text}`)
    const answers = expandAnswers(written, questions)
    await store.writeAnswers(answers, questionsDigest(questions), { ...told, took: this.#clock.taken })
    return answers
  }

  /** The agent's usage in this trial so far. */
  use(): Promise<AgentUse | undefined> {
    return useOf(this.#trial.store, this.#told)
  }

  /** Writes the steps of the agent, as far as its calls of models were observed. */
  async writeTrajectory(): Promise<void> {
    const { store, agent, key } = this.#trial
    const own = callsOfExchanges([...(await store.exchanges.read()).values()])
    const version = agent.configuration?.['version']
    const setup = {
      id: key.id,
      agent: { name: agent.name, version: typeof version === 'string' ? version : 'unknown' },
    }
    const trajectory = trajectoryOf(setup, await store.modelCalls.read(), own)
    if (trajectory) await store.writeTrajectory(trajectory)
  }

  /** Adds notes and usage to those that the agent reported. */
  keep(told: AgentReport): void {
    this.#told.push(told)
  }

  /** The notes and usage that the agent has reported so far. */
  told(): Required<AgentReport> {
    return {
      notes: this.#told.flatMap(({ notes = [] }) => notes),
      used: this.#told.flatMap(({ used = [] }) => used),
    }
  }

  /** Waits for projects that are still being judged, and ends feedback when the agent has ended. */
  async #untilFrozen<T>(generated: Promise<T>): Promise<T> {
    try {
      return await generated
    } finally {
      await this.#feedback.freeze()
    }
  }

  #call(feedback: FeedbackCalls): CallContext {
    const call = callContext({ ...this.#trial, feedback })
    this.#told.push(call.told)
    return call
  }
}

export function questionsDigest(questions: readonly Question[]): string {
  return sha256(JSON.stringify(questions))
}
