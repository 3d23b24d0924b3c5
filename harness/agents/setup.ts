import type { LoadedConfig } from '../lib/models/config.ts'
import type { Redactor } from '../lib/models/redact.ts'
import type { Environment } from '../lib/processes/environment.ts'
import type { AgentFaultKind, Answers, Protocol, Question, TrialKey } from '../contracts/schema.ts'
import type { MissionKind } from '../contracts/vocabulary.ts'
import type { Agent, Canonical, Mission, Project, Room, RoomSetup, TextFile } from '../contracts/types.ts'

/** Arguments of agent factories. Only built-in agents get missions and canonical solutions; a brief never contains them. */
export interface AgentSetup {
  /** The argument in `name:argument`; empty for a plain `name`. */
  readonly argument: string
  /** Ids of the missions of the run. */
  readonly missions: readonly string[]
  readonly canonical: (mission: string) => Promise<Canonical>
  /** The canonical solution of a mission with each of its written faults; empty if none are written. */
  readonly faults: (mission: string) => Promise<readonly FaultySolution[]>
  readonly mission: (id: string) => Mission
  /** The questions about a project of the mission. */
  readonly questions: (mission: string) => readonly Question[]
  /** Published source of a mission's testcodes; empty if it was not published. */
  readonly testcodes: (mission: string) => Promise<string>
  readonly skeleton: (mission: string) => Promise<readonly TextFile[]>
  /** From `--agent-option`. */
  readonly options: Readonly<Record<string, string>>
  /** How often a model is asked to repair an unreadable answer, unless its own settings say. */
  readonly repairs: number
  /** How often a model is shown the result of its project, unless its own settings say. */
  readonly feedback: number
  /** `paper`: models are asked, and their answers read, as in the paper that published the benchmark. */
  readonly protocol: Protocol
  readonly config: LoadedConfig
  /** The agents that come with papers, by name. */
  readonly paperAgents: Readonly<Record<string, AgentEntry>>
  readonly env: Environment
  /** Agents register their keys with it. */
  readonly redactor: Redactor
  /** Opens a room like those of trials, to ask a tool for its version. */
  readonly openRoom: (setup: RoomSetup) => Promise<Room>
  readonly recording: (run: string) => Promise<Recording>
}

export interface AgentEntry {
  readonly about: string
  /** Name of the argument for help texts, if the agent takes one; in brackets if it is optional. */
  readonly argument?: string
  /** Whether it takes `--agent-option`s. */
  readonly options?: true
  /** The kinds of mission that it can work on; all by default. */
  readonly kinds?: readonly MissionKind[]
  /** Throws a UsageError if it cannot work. Called before anything that takes minutes. */
  readonly check?: (setup: AgentSetup) => Promise<unknown>
  readonly create: (setup: AgentSetup) => Agent | Promise<Agent>
}

/** A canonical solution with one fault. */
export interface FaultySolution {
  readonly id: string
  /** The effect of the fault, as a user sees it. */
  readonly why: string
  readonly solution: Canonical
}

/** The projects and answers of the agents of an earlier run. */
export interface Recording {
  readonly runId: string
  /** Name → configuration. */
  readonly agents: ReadonlyMap<string, unknown>
  /** @throws AgentFault with the recorded reason if the agent failed; UsageError if there was no such trial */
  solution(trial: Omit<TrialKey, 'id' | 'identity'>): Promise<Recorded>
}

export type Recorded =
  | { readonly project: Project; readonly answers: Answers }
  | { readonly fault: AgentFaultKind; readonly reason: string }
