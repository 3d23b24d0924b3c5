/** Stages of agents that are written for one test. */
import { AgentStage } from '../../harness/trial/agent-stage.ts'
import { Feedback } from '../../harness/trial/feedback.ts'
import { StageClock } from '../../harness/trial/stage-clock.ts'
import type { Trial } from '../../harness/trial/trial.ts'
import type { Agent } from '../../harness/contracts/types.ts'
import { projectFor } from '../fixtures/feedback/projects.ts'
import { agentThat, type Place } from './feedback-trial.ts'

export function stageOf(trial: Trial, clock: { readonly taken: number } = { taken: 0 }): AgentStage {
  return new AgentStage(trial, new Feedback(trial, new StageClock(trial)), clock)
}

/** An agent with parts of its own; the rest answers with a program. */
function agent(changes: Partial<Agent>): Agent {
  return { ...agentThat(() => Promise.resolve(projectFor('abc'))), ...changes }
}

export function trialOf(here: Place, changes: Partial<Agent>, others: Partial<Trial> = {}): Trial {
  return here.trial(() => Promise.reject(new Error('another agent was expected')), { ...others, agent: agent(changes) })
}

/** An agent that must not be called, because its answers are on disk. */
export const SILENT: Agent = {
  name: 'silent',
  generate: () => Promise.reject(new Error('the agent was asked for a project again')),
  answer: () => Promise.reject(new Error('the agent was asked for answers again')),
}
