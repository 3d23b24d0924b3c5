import type { LoadedConfig } from '../lib/models/config.ts'
import type { Redactor } from '../lib/models/redact.ts'
import type { Environment } from '../lib/processes/environment.ts'
import type { AgentFaultKind, Answers, Question, TrialKey } from '../contracts/schema.ts'
import type { BenchmarkAgent, Canonical, Mission, Project, Room, RoomSetup, TextFile } from '../contracts/types.ts'

/** What an agent is made from. Only built-in agents are given missions and canonical solutions; a brief never holds them. */
export interface AgentSetup {
  /** The argument in `name:argument`; empty if there is none. */
  readonly argument: string
  /** Ids of the missions of the run. */
  readonly missions: readonly string[]
  readonly canonical: (mission: string) => Promise<Canonical>
  readonly mission: (id: string) => Mission
  /** What is asked about a project of the mission. */
  readonly questions: (mission: string) => readonly Question[]
  /** Published source of a mission's testcodes; empty if there is none. */
  readonly testcodes: (mission: string) => Promise<string>
  readonly skeleton: (mission: string) => Promise<readonly TextFile[]>
  /** From `--agent-option`. */
  readonly options: Readonly<Record<string, string>>
  /** How often models are sent back what cannot be read, where they do not say it themselves. */
  readonly repairs: number
  /** How often models are shown what their project came to, where they do not say it themselves. */
  readonly feedback: number
  readonly config: LoadedConfig
  /** The agents that come with benchmarks, by name. */
  readonly benchmarkAgents: Readonly<Record<string, BenchmarkAgent>>
  readonly env: Environment
  /** Keys that an agent uses are made known to it. */
  readonly redactor: Redactor
  /** A room like those of trials, to ask a tool what it is. */
  readonly openRoom: (setup: RoomSetup) => Promise<Room>
  readonly recording: (run: string) => Promise<Recording>
}

/** What the agents of an earlier run gave. */
export interface Recording {
  readonly runId: string
  /** Each with what made it that agent. */
  readonly agents: ReadonlyMap<string, unknown>
  /** @throws AgentFault if it gave nothing then, with the reason of then; UsageError if there was no such trial */
  solution(trial: Omit<TrialKey, 'id' | 'identity'>): Promise<Recorded>
}

export type Recorded =
  { readonly project: Project; readonly answers: Answers } | { readonly fault: AgentFaultKind; readonly reason: string }
