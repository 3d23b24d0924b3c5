import type {
  AgentRound,
  AgentUse,
  Answers,
  Architecture,
  Brief,
  Checklist,
  Commits,
  ContractWork,
  LaunchPlan,
  Message,
  Price,
  Question,
  RepositoryWork,
} from '../schema.ts'
import type { CheckResult, FeedbackOffer, SubmissionResult } from './feedback.ts'
import type { Model } from './model.ts'
import type { Running, SandboxCommand } from './sandbox.ts'

export interface TextFile {
  readonly path: string
  readonly content: string
}
export interface ProjectFile {
  /** Relative, with forward slashes. Hostile until `materialise` has confined it. */
  readonly path: string
  readonly content: string | Uint8Array
}
export interface Artefacts {
  readonly checklist?: Checklist
  readonly skeleton?: readonly TextFile[]
  readonly architecture?: Architecture
  readonly contract?: ContractWork
  readonly repository?: RepositoryWork
  readonly rounds?: readonly AgentRound[]
  readonly commits?: Commits
}
export interface Project {
  readonly files: readonly ProjectFile[]
  readonly launch?: LaunchPlan
  /** Intermediate results of a cascade, or of an agent that works in stages. */
  readonly artefacts?: Artefacts
}

/** Expected number of characters that an agent writes for a mission, taken from the canonical solution. */
export interface Sizes {
  readonly checklist: number
  readonly skeleton: number
  readonly code: number
  readonly questions: number
}

export interface Estimate {
  readonly calls: number
  readonly input: number
  readonly output: number
  /** US dollars; null if there is no price. */
  readonly cost: number | null
}

export interface AgentContext {
  /** The id of the mission. */
  readonly mission: string
  /** Id of the variant, such as `L2.direct` for level 2 of ProjectEval in direct mode. */
  readonly variant: string
  /** The k-th independent try at the same thing, from 1. */
  readonly sample: number
  readonly signal: AbortSignal
  /**
   * Asks a model. The exchange is recorded and never paid for twice. It is retried if that can help, and stays within the rates
   * and the budget of the run.
   * @throws AgentFault if the model refused, or if a filter or a limit stopped it
   */
  ask(question: ModelQuestion): Promise<string>
  /** Records a repair, a guess or an omission with the trial, in one sentence. */
  note(text: string): void
  /**
   * Carries out a step once and records its result with the trial: a resumed trial gets the recorded result, so that the same questions
   * follow from it. For steps that may differ from one time to the next, such as running tests.
   * @param key Text that names the step and everything that it depends on
   * @returns the result, without keys of models; at most 64 KiB of it
   */
  recorded(key: string, step: () => Promise<string>): Promise<string>
  /** Records the usage that a tool reports. */
  used(use: Omit<AgentUse, 'notes'>): void
  /** Keeps output of a tool as a file of the trial, without keys and bounded: its beginning and its end. */
  keepOutput(name: string, text: string): Promise<void>
  /** Opens a room for a tool that writes a project: its own folder, without access to the harness. */
  openRoom(setup: RoomSetup): Promise<Room>
  /** Its project of the earlier rounds, if there were any. The brief does not contain its files. */
  readonly earlier?: Project
  /** The feedback that the agent can ask for while it works; none once the project is frozen. */
  readonly feedback: FeedbackOffer
  /**
   * Runs the visible suites of the mission on a project. It may be called any number of times, and takes time.
   * @param answers Values of the parameters that the visible testcodes ask for
   * @throws AgentFault if the mission has no visible suites, or if the project could not be frozen
   */
  check(project: Project, answers?: Answers): Promise<CheckResult>
  /**
   * Judges a project for real, as often as the mission allows. The project that the agent returns is one of the submissions:
   * it is judged only if it differs from those before it and if one is left.
   * @param answers Values of the parameters that the testcodes ask for
   * @param suite One of `feedback.suites`. Without it, each of them judges the project, and uses up one submission
   * @throws AgentFault if the mission takes one submission, if none is left, or if the project could not be frozen
   */
  submit(project: Project, answers?: Answers, suite?: string): Promise<SubmissionResult>
}

export interface ModelQuestion {
  /** A name of `pe list agents` or `pe.config.ts`, such as `gpt4o` or `openai:gpt-4.1`. */
  readonly model: string | Model
  readonly messages: readonly Message[]
  /** Purpose of the question, for the record. */
  readonly purpose?: string
}

export interface RoomSetup {
  /** The only hosts that can be reached from the room: `host` or `host:port`. */
  readonly hosts: readonly string[]
  /** Files and folders of this machine that the room can read, at their own paths. */
  readonly shows: readonly string[]
  /** Folders of this machine that the room can read at other paths. Only the sandbox bubblewrap has them. */
  readonly places?: readonly { readonly from: string; readonly at: string }[]
  /** The initial files of its folder. */
  readonly files?: readonly ProjectFile[]
  /** The model that can be called from the room through the gateway of the harness, which alone has the key. */
  readonly model?: RoomModelSetup
  /** In place of the limits of every room. */
  readonly limits?: RoomLimits
}

export interface RoomLimits {
  /** Of all processes together. */
  readonly memoryMiB?: number
  readonly processors?: number
  /** Processor time of all processes together. */
  readonly seconds?: number
}

export interface RoomModelSetup {
  /** `model` is the default for messages: calls are priced by the model that they name. */
  readonly access: Model
  /** @param model As the tool names it */
  readonly priceOf: (model: string) => Price | null
  /** The purpose of the calls, such as `generate`. */
  readonly purpose: string
}

/** How a tool in a room calls its model, and what came of it so far. */
export interface RoomModel {
  /** Address inside the room, with the path of the vendor's own address. */
  readonly baseURL: string
  /** Stands for the key: it works for this room alone, as long as the room is open. */
  readonly token: string
  /** Aborts, with the error as its reason, if no further call can succeed: the key is wrong, the budget is spent. */
  readonly stopped: AbortSignal
  /** Waits for the records of calls that have ended. */
  calls(): Promise<RoomCalls>
}

/** Calls of a room so far. */
export interface RoomCalls {
  readonly made: number
  readonly answered: number
  /** Why the last call was not answered, if that was neither the tool's fault nor answered later. */
  readonly lastFault?: string
}

export interface Room extends AsyncDisposable {
  /** Absolute path on this machine. */
  readonly folder: string
  /** Of a room with a model. */
  readonly model?: RoomModel
  spawn(command: Omit<SandboxCommand, 'cwd'>): Promise<Running>
  /** A host that could not be reached; undefined if there was no such failure. */
  unreachable(): Promise<string | undefined>
}

/** Anything that answers: a model, a tool, a recording, a baseline. It returns a project and nothing else. */
export interface Agent {
  readonly name: string
  /** Invalid items of its input that were left out. */
  readonly warnings?: readonly string[]
  /** In a later round it returns its whole project. Otherwise files that it does not return stay as they are. */
  readonly continues?: true
  /**
   * The options that can change its answers, as JSON: settings and digests, but no keys and nothing about this machine. Its name
   * by default.
   */
  readonly configuration?: Readonly<Record<string, unknown>>
  /** Price of the model that it calls, if it calls one and the price is known. */
  readonly price?: Price | null
  /** Estimates the tokens and the cost of one trial; for agents that call a model. */
  estimate?(brief: Brief, sizes: Sizes): Estimate
  /** @throws AgentFault if it has no project. */
  generate(brief: Brief, context: AgentContext): Promise<Project>
  /** Called once, after the project is frozen. A missing or bad value costs the testcodes that use it. */
  answer(questions: readonly Question[], project: Project, context: AgentContext): Promise<Answers>
}

/** An agent that comes with a benchmark, such as a reader of its published answers. It calls no model. */
export interface BenchmarkAgent {
  readonly about: string
  /** Name of the argument for help texts; in brackets if it is optional. */
  readonly argument?: string
  /** @param setup `argument` is the text behind the colon of `name:argument`; `missions` are the ids of the run's missions. */
  create(setup: { readonly argument: string; readonly missions: readonly string[] }): Agent | Promise<Agent>
}
