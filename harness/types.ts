/** The seams: small interfaces behind which everything that varies stands. Persisted shapes are in `schema.ts`. */
import type { Expect, Locator, Page } from '@playwright/test'
import type { Workbook } from 'exceljs'
import type { Model } from './models/resolve.ts'
import type { Message } from './models/schema.ts'
import type {
  AgentUse,
  Answers,
  Brief,
  Checklist,
  Exceptions,
  Fault,
  LaunchPlan,
  Level,
  MissionFile,
  Mode,
  Price,
  Protocol,
  Question,
  RunRecord,
  Score,
  Setting,
  Summary,
  Testcode,
  TrialKey,
  TrialRecord,
  Verdict,
} from './schema.ts'

// ---- benchmark --------------------------------------------------------------------------------------------------

/** A mission as a benchmark loaded it. */
export interface Mission extends MissionFile {
  /** Which tester judges it, where its kind does not say so. */
  readonly tester?: 'playwright' | 'subprocess' | 'python-selenium'
  /** What the agent is asked, where the parameters belong to single testcodes and not to the mission. */
  readonly questions?: readonly Question[]
  /** The materials that the producer is told about, where those are not all. */
  readonly told?: readonly string[]
  /** Testcodes that are never run, by id, with what they get instead: the benchmark's or the set-up's fault. */
  readonly withheld?: Readonly<Record<string, Withheld>>
  /** The language that the browser speaks, such as `zh-CN`, where it matters. */
  readonly locale?: string
  /** sha256 over all files that define it, so that a changed mission is never mistaken for the old one. */
  readonly digest: string
  /** Absolute path of the folder that holds its materials. */
  readonly materialsFolder: string
}

export interface Withheld {
  readonly status: 'excluded' | 'unjudged'
  readonly reason: string
}

/** Our own solution of a mission. */
export interface Canonical {
  readonly project: Project
  readonly answers: Answers
}

/** What a mission is validated by, besides its canonical solution. */
export interface Proofs {
  /** Other solutions of our own, by stack: testcodes that ask for behaviour accept them, too. */
  readonly alternatives: ReadonlyMap<string, Canonical>
  /** Changes of the canonical solution that testcodes must notice. */
  readonly faults: readonly Fault[]
  readonly exceptions: Exceptions
  /** Absolute path of the script that writes the materials, or where it should be; undefined where no scripts came along. */
  readonly materialsScript: string | undefined
}

/** A set of missions read from a source. */
export interface Benchmark {
  readonly name: string
  /** Where it was read from, for the record. */
  readonly source: string
  /** Seconds that one of its testcodes may take, where they differ from the usual. */
  readonly testcodeSeconds?: Readonly<Record<Protocol, number>>
  /** Folders in which its projects look for Python modules first, where they were prepared. */
  readonly pythonPath?: readonly string[]
  /** What was not as it should be in the source, item by item, and was left out. */
  warnings?(): Promise<readonly string[]>
  /** Of its missions as a whole, where somebody numbers them. */
  version?(): Promise<string | undefined>
  /** Ids of all missions, in order, without reading more than it must. */
  ids(): Promise<readonly string[]>
  /** @throws UsageError naming file, line and field where the mission has a mistake. */
  mission(id: string): Promise<Mission>
  skeleton(mission: Mission): Promise<readonly TextFile[]>
  /** What the mission's tester needs to judge; each tester checks the shape for itself. */
  testcodes(mission: Mission): Promise<unknown>
  /** @throws UsageError where there is none. */
  canonical(mission: Mission): Promise<Canonical>
  /** @throws UsageError naming file, line and field where one of them has a mistake. */
  proofs?(mission: Mission): Promise<Proofs>
}

// ---- agent ------------------------------------------------------------------------------------------------------

export interface TextFile {
  readonly path: string
  readonly content: string
}
export interface ProjectFile {
  /** Relative, forward slashes. Hostile until `materialise` has confined it. */
  readonly path: string
  readonly content: string | Uint8Array
}
export interface Project {
  readonly files: readonly ProjectFile[]
  readonly launch?: LaunchPlan
  /** What a cascade produced on the way. */
  readonly artefacts?: { readonly checklist?: Checklist; readonly skeleton?: readonly TextFile[] }
}

/** Characters of what an agent is expected to write for a mission, by our own solution. */
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
  /** US dollars; null where there is no price. */
  readonly cost: number | null
}

export interface AgentContext {
  /** The id of the mission. */
  readonly mission: string
  readonly level: Level
  readonly mode: Mode
  /** The k-th independent try at the same thing, from 1. */
  readonly sample: number
  readonly signal: AbortSignal
  /**
   * Asks a model. The exchange is recorded, never paid for twice, tried again where that can help, and keeps to the rates and
   * the budget of the run.
   * @throws AgentFault where the model refused, or was stopped by a filter or a limit
   */
  ask(question: ModelQuestion): Promise<string>
  /** Keeps a sentence with the trial: what was mended, guessed or left out. */
  note(text: string): void
  /** Keeps what a tool says that it has used. */
  used(use: Omit<AgentUse, 'notes'>): void
  /** A room for a tool that writes a project: a folder of its own, and nothing of the harness. */
  openRoom(setup: RoomSetup): Promise<Room>
}

export interface ModelQuestion {
  /** A name of `pe list agents` or `pe.config.ts`, such as `gpt4o` or `openai:gpt-4.1`. */
  readonly model: string | Model
  readonly messages: readonly Message[]
  /** What it is for, for the record. */
  readonly purpose?: string
}

export interface RoomSetup {
  /** All that can be reached from it: `host` or `host:port`. */
  readonly hosts: readonly string[]
  /** Files and folders of this machine that it can read, at their own paths. */
  readonly shows: readonly string[]
  /** What lies in its folder at first. */
  readonly files?: readonly ProjectFile[]
}

export interface Room extends AsyncDisposable {
  /** Absolute, on this machine. */
  readonly folder: string
  spawn(command: Omit<SandboxCommand, 'cwd'>): Promise<Running>
  /** A host that could not be reached, where one could not. */
  unreachable(): Promise<string | undefined>
}

/** Anything that answers: a model, a tool, a recording, a baseline. It returns a project and nothing else. */
export interface Agent {
  readonly name: string
  /** What was not as it should be in what it was made from, item by item, and was left out. */
  readonly warnings?: readonly string[]
  /**
   * What makes it this agent and no other, as JSON: settings and digests, but no keys, and nothing of this machine. Its name
   * where it is missing.
   */
  readonly configuration?: Readonly<Record<string, unknown>>
  /** Of the model that it calls, where there is one and its price is known. */
  readonly price?: Price | null
  /** What one trial will come to, roughly; for agents that call a model. */
  estimate?(brief: Brief, sizes: Sizes): Estimate
  /** @throws AgentFault where it has no project to give. */
  generate(brief: Brief, context: AgentContext): Promise<Project>
  /** Called once, after the project is frozen. A missing or bad value costs the testcodes that use it. */
  answer(questions: readonly Question[], project: Project, context: AgentContext): Promise<Answers>
}

// ---- sandbox ----------------------------------------------------------------------------------------------------

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** Why the harness ended it, where it did. The first cause wins. */
  readonly cause?: string
}

export interface SandboxCommand {
  readonly argv: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Variables that must not stand on a command line, where others of this machine could read them. */
  readonly secrets?: Readonly<Record<string, string>>
  /** Absolute folder on the host, inside the workspace. */
  readonly cwd: string
  /** `keep`: stdin stays open for writing; `none`: closed from the start. */
  readonly stdin: 'keep' | 'none'
  /** Bytes of output kept; past it the rest is dropped, or, with `endAtLimit`, the program is ended. */
  readonly outputLimit?: number
  readonly endAtLimit?: boolean
}

/** A process (and all that it starts) in a sandbox. */
export interface Running extends AsyncDisposable {
  readonly pid: number
  /** Never rejects. */
  readonly exit: Promise<Exit>
  readonly stdout: Output
  readonly stderr: Output
  write(text: string): void
  closeInput(): void
  /** Ends the whole process group; `cause` becomes the exit's cause if it is the first. */
  end(cause: string): Promise<Exit>
}

/** What a process printed so far, bounded. */
export interface Output {
  text(): string
  /** Calls back after each change, until the returned function is called. */
  onChange(listener: () => void): () => void
}

/** Where produced code runs; one for each trial. Whatever was started in it is dead when it is disposed. */
export interface Sandbox extends AsyncDisposable {
  readonly name: string
  /** True where each trial has a loopback of its own, so that two projects can bind one port. */
  readonly privateLoopback: boolean
  /** Where a browser for this trial runs; without it, any browser of this machine reaches the project. */
  readonly browser?: BrowserCage
  /** Whether somebody listens on a port of the trial's own loopback, which nobody outside can connect to. */
  isListening?(port: number): Promise<boolean>
  /**
   * Shows a folder of the host, read-only, at a relative path in every folder that a command runs in, or at an absolute
   * path, which is then its own.
   * @param variable Of the environment, which then names that place
   */
  provide(from: string, at: string, variable?: string): Promise<void>
  /** What a package client could not reach when it was last tried, such as `registry.npmjs.org:443 (ENOTFOUND)`. */
  unreachable?(): Promise<string | undefined>
  spawn(command: SandboxCommand): Promise<Running>
}

/** Keeps a browser with the project that it looks at, and away from everything else. */
export interface BrowserCage {
  /** Folder of the host in which downloads appear. */
  readonly downloads: string
  /** Folder of the host for what is recorded of the browser, which it cannot see. */
  readonly traces: string
  /**
   * A program that starts the browser in the cage, with the arguments and pipes that it is given.
   * @param program The browser, on the host
   * @param uploads Folders that it may read
   */
  wrap(program: string, uploads: readonly string[], options?: CageOptions): Promise<string>
  /** The limit that the browser started last has reached, such as `memory limit 2048 MiB`: it was ended for that. */
  reached(): Promise<string | undefined>
  /** Kills the browser that was started last. */
  end(): Promise<void>
}

export interface CageOptions {
  /** Folders, of those that the browser sees, of which it may show files as pages. */
  readonly pages?: readonly string[]
  /** The language of the browser itself, such as `zh-CN`. */
  readonly locale?: string
}

/** The Python of a run: for its projects, and for testers that need one. */
export interface Python {
  /** The interpreter. */
  readonly program: string
  /** Absolute folders in which it looks for modules before it looks in its own. */
  readonly path: readonly string[]
  /** Absolute folders outside /usr that it needs, those of `path` included; every sandbox of the run shows them. */
  readonly folders: readonly string[]
}

// ---- launcher ---------------------------------------------------------------------------------------------------

/** A frozen project on disk, outside the harness's own folders. */
export interface Workspace {
  readonly folder: string
  readonly files: readonly ProjectFile[]
  readonly launch: LaunchPlan | undefined
  readonly digest: string
  /** A fresh copy of the frozen project. */
  copy(folder: string): Promise<void>
}

export interface WebsiteTarget extends AsyncDisposable {
  readonly kind: 'website'
  /** Where it really listens, such as `http://localhost:41234`. */
  readonly origin: string
  /** The port that the answers of the agent name. */
  readonly declaredPort: number
  readonly homepage: string
  readonly sandbox: Sandbox
  /** The last lines that the server printed. */
  log(): string
  /** How the server ended, where it has: the reason for what the browser then shows. */
  ended(): string | undefined
}

export interface ProgramTarget extends AsyncDisposable {
  readonly kind: 'program'
  readonly argv: readonly string[]
  readonly workspace: Workspace
  readonly sandbox: Sandbox
  log(): string
}
export type Target = WebsiteTarget | ProgramTarget

export interface LaunchLimits {
  /** Milliseconds until a server must answer. */
  readonly start: number
  readonly install: number
  readonly signal: AbortSignal
  readonly python: Python
  /** Folder of the trial on the host; the folders in it are what commands run in. */
  readonly scratch: string
  /** A sandbox over the same folder for installing packages, with more room and a way to the registries. */
  openInstaller(): Promise<Sandbox>
}

export interface Launcher {
  readonly name: string
  accepts(project: Workspace, mission: Mission): boolean
  /** @throws ProjectFault | HarnessFault */
  launch(project: Workspace, sandbox: Sandbox, limits: LaunchLimits): Promise<Target>
}

// ---- tester -----------------------------------------------------------------------------------------------------

/** What a session needs to know of its trial. */
export interface SessionSetup {
  readonly mission: Mission
  /** From `Benchmark.testcodes`. */
  readonly testcodes: unknown
  /** Folder of this trial's evidence; the session alone writes there. Undefined where nobody will look at any. */
  readonly evidenceFolder: string | undefined
  /** Milliseconds that one testcode may take. */
  readonly testcodeTimeout: number
  /** A folder of this trial's own for scratch files, removed afterwards. */
  readonly scratch: string
  readonly python: Python
  readonly protocol: Protocol
  /**
   * A sandbox for the judge's own helpers: away from the project, the network and the host's files.
   * @param scratch A folder on the host; the folders in it are what commands run in
   */
  openHelpers(scratch: string): Promise<Sandbox>
  readonly signal: AbortSignal
}

/** One for each trial: testcodes share the page, the console, the files. */
export interface TestSession extends AsyncDisposable {
  runnable(): Promise<Judgement>
  judge(testcode: Testcode, values: Readonly<Record<string, unknown>>): Promise<Judgement>
}
export type Judgement = Omit<Verdict, 'testcode' | 'milliseconds'>

/** One testcode × target → verdict. Owned by a run. */
export interface Tester extends AsyncDisposable {
  readonly name: string
  open(target: Target, setup: SessionSetup): Promise<TestSession>
}

// ---- scorer -----------------------------------------------------------------------------------------------------

/** What is compared of a solution with the canonical one. What a solution does not have is absent. */
export interface Work {
  readonly code?: readonly WorkFile[]
  readonly skeleton?: readonly WorkFile[]
  readonly checklist?: readonly ChecklistItem[]
  readonly parameters?: readonly ParameterValue[]
}
export interface WorkFile {
  readonly path: string
  /** Null where an entry for the file was given and nothing in it. */
  readonly content: string | Uint8Array | null
}
/** A function of a page, with its description. */
export interface ChecklistItem {
  readonly page: string
  readonly function: string
  readonly description: string
}
export interface ParameterValue {
  /** What asks for it: the same on either side. */
  readonly of: string
  readonly name: string
  /** Whatever was given. */
  readonly value: unknown
}

/** Work × canonical work → score. */
export interface Scorer {
  /** Under which the scores stand; another one wherever they mean something else. */
  readonly name: string
  /** What cannot be compared is not scored, with the reason; nothing that was produced makes it throw. */
  score(produced: Work, canonical: Work, setting: Setting): Promise<Score>
}

// ---- reporter ---------------------------------------------------------------------------------------------------

/** Everything that a run tells while it goes on; also what is appended to `events.jsonl`. */
export type RunEvent =
  | { readonly type: 'run-begin'; readonly run: RunRecord; readonly folder: string; readonly pending: number }
  | { readonly type: 'trial-begin'; readonly trial: TrialKey }
  | { readonly type: 'stage'; readonly trial: TrialKey; readonly stage: string }
  | { readonly type: 'verdict'; readonly trial: TrialKey; readonly verdict: Verdict }
  | { readonly type: 'trial-end'; readonly trial: TrialKey; readonly record: TrialRecord }
  /** It was left as it was: the run was stopped, its budget is spent, or nothing was to be judged. */
  | { readonly type: 'trial-pending'; readonly trial: TrialKey; readonly reason: string }
  | { readonly type: 'run-end'; readonly summary: Summary }

/** Events → something a person or a tool reads. */
export interface Reporter {
  readonly name: string
  on(event: RunEvent): void | Promise<void>
}

// ---- what the author of a testcode is given -----------------------------------------------------------------------

export interface Dialog {
  readonly type: string
  readonly message: string
}

/** A file that the browser saved. */
export interface Downloaded {
  /** As the site proposes it. */
  readonly name: string
  readonly content: Buffer
}

export interface QrCode {
  readonly text: string
  /** 1 (21 × 21 modules) to 40 (177 × 177); ISO/IEC 18004. */
  readonly version: number
}

/** For testcodes of websites. */
export interface WebsiteFixtures {
  /** The page of the trial; the testcodes before this one have used it too. */
  readonly page: Page
  readonly expect: Expect
  /** Goes to the page that a `url` parameter names. Not a page of the project: `bad-parameter`. */
  open(parameter: string): Promise<void>
  /** The address that a `url` parameter names, as the browser will show it. */
  url(parameter: string): string
  /** The one element of the declared kind that an `element` parameter names, waiting for it to appear. */
  element(parameter: string): Promise<Locator>
  /** The value of a `text` parameter. */
  text(parameter: string): string
  /** Dialogues (alert, confirm, prompt) that this testcode has seen; each was accepted. */
  readonly dialogs: readonly Dialog[]
  /** Absolute path of a file of the mission, for uploads. */
  material(name: string): string
  /** What the browser saves when something is done, such as a click on a link. Nothing saved: the expectation is not met. */
  download(action: () => Promise<unknown>): Promise<Downloaded>
  /** The QR code, dark on light, in a PNG file or a screenshot; undefined where none can be read in it. */
  qrCode(picture: Uint8Array): Promise<QrCode | undefined>
  /** What an element looks like once it has come to rest, without the pointer over it. */
  picture(element: Locator): Promise<Picture>
}

/** How a program ended. */
export interface Finished extends Exit {
  readonly stdout: string
  readonly stderr: string
  /** Whether the program left this regular file in its folder. */
  has(path: string): Promise<boolean>
  /** A file that the program left. Missing, too large or not a regular file: the expectation is not met. */
  read(path: string): Promise<Buffer>
  /** An .xlsx file. */
  workbook(path: string): Promise<Workbook>
  /** The rows of a CSV file (RFC 4180, UTF-8). */
  table(path: string): Promise<readonly (readonly string[])[]>
  /** A PNG file. */
  picture(path: string): Promise<Picture>
}

/** Decoded pixels, row by row from the top: red, green, blue and opacity, a byte each. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** A program that is talked to, line by line. */
export interface Dialogue {
  /** What it printed before its first prompt. */
  readonly greeting: string
  /** Sends a line; resolves to what was printed until the next prompt, or until the program ended. */
  send(line: string): Promise<string>
  /** Closes its input, as a user does with Ctrl-D, and waits for it to end. */
  end(): Promise<Exit>
}

export interface RunOptions {
  readonly args?: readonly string[]
  readonly stdin?: string
}

/** For testcodes of programs. Every testcode begins with a fresh copy of the project. */
export interface ProgramFixtures {
  readonly expect: Expect
  /** The value of a `text` parameter. */
  text(parameter: string): string
  /** The value of a `file` parameter: a path that stays inside the project's folder. */
  file(parameter: string): string
  /** Absolute path of a file of the mission, on the grader's side. */
  material(name: string): string
  /** Puts a file into the folder in which the program runs. */
  put(path: string, content: string | Uint8Array): Promise<void>
  /** Runs the program to its end. */
  run(options?: RunOptions): Promise<Finished>
  /** Starts the program and waits for its first prompt. */
  start(options?: RunOptions): Promise<Dialogue>
}

/** The default export of `testcodes.ts` of a website mission: testcode id → what a user does and sees. */
export type WebsiteTestcodes = Readonly<Record<string, (fixtures: WebsiteFixtures) => Promise<void>>>
/** The same for console and batch missions. */
export type ProgramTestcodes = Readonly<Record<string, (fixtures: ProgramFixtures) => Promise<void>>>
