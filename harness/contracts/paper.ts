import type { Argv } from 'yargs'
import type { ExitCode } from './exit-codes.ts'
import type { PaperTables } from './paper-tables.ts'
import type { PublishedExport, ReadAnswers, ReadVerdicts } from './published.ts'
import type {
  Agent,
  Benchmark,
  BenchmarkAgent,
  Calibrate,
  Launcher,
  Model,
  Reviewer,
  Scorer,
  TesterEntry,
} from './types.ts'

/**
 * One published protocol: everything that only its paper needs, in one folder of `papers/`. Parts are loaded when they are used, so that
 * `pe --help` waits for none of them.
 */
export interface Paper {
  readonly name: string
  /** By the name in `--benchmark`. */
  readonly benchmarks: Readonly<Record<string, BenchmarkEntry>>
  readonly testers?: () => Promise<readonly TesterEntry[]>
  readonly launchers?: () => Promise<readonly Launcher[]>
  /** Measures beside the verdicts of its benchmarks. */
  readonly scorers?: (benchmark: string, tools: MeasuringTools) => Promise<readonly Scorer[]>
  /** Tables and figures that are made of runs, by the benchmark of the runs. */
  readonly tables?: () => Promise<Readonly<Record<string, PaperTables>>>
  /** Agents that call a model in several steps, by name. */
  readonly methods?: Readonly<Record<string, MethodEntry>>
  /** Rows of `pe doctor` about its benchmarks. */
  readonly doctor?: () => Promise<Doctor>
  /** Commands of `pe`, by name. */
  readonly commands?: Readonly<Record<string, CommandEntry>>
}

/** Parts of the core that papers need and may not import. */
export interface PaperTools {
  readonly calibrate: Calibrate
}

export interface BenchmarkEntry {
  /** Name of the argument for help texts, if the benchmark takes one. */
  readonly argument?: string
  readonly open: (argument: string) => Benchmark | Promise<Benchmark>
  /** Agents that read published answers of the benchmark, by name. */
  readonly agents?: Readonly<Record<string, BenchmarkAgent>>
  /** Its tests are calibrated on a reference before they judge. */
  readonly calibrated?: true
  /** Writes results as its authors published theirs, so that their own scripts can judge them. */
  readonly export?: () => Promise<PublishedExport>
  /** Reads published verdicts. */
  readonly verdicts?: () => Promise<ReadVerdicts>
  /** Reads published answers, to compare them with the canonical solutions. */
  readonly answers?: () => Promise<ReadAnswers>
  /** Compares the verdicts of a model that judges with known ones. */
  readonly checkJudge?: () => Promise<(request: JudgeCheckRequest, papers: readonly Paper[]) => Promise<ExitCode>>
}

/** The options of `pe judge-check`. */
export interface JudgeCheckRequest {
  /** `name:DIR` */
  readonly benchmark: string
  readonly judge: string
  readonly votes: number
  readonly missions: readonly string[]
  readonly config: string | undefined
  readonly maxCost: number | undefined
  readonly out: string
  readonly json: boolean
  /** Whether earlier answers are used again. */
  readonly cache: boolean
}

/** The settings of a method. */
export interface MethodSettings {
  readonly name: string
  readonly model: Model
  readonly format: 'json' | 'files'
  /** How often an unreadable answer is sent back with the reason. */
  readonly repairs: number
}

export interface MethodEntry {
  readonly about: string
  readonly create: (settings: MethodSettings) => Promise<Agent>
}

/** An embedder, and its model. */
export interface EmbedderChoice {
  readonly embedder: 'lexical' | 'transformers'
  /** The name of a model on the hub, or a folder that contains one. */
  readonly model: string
  /** Whether to avoid the network. */
  readonly offline: boolean
}

/** The parts of a run that scorers of a benchmark need. */
export interface MeasuringTools {
  readonly embedder: EmbedderChoice
  /** The model that answers questions; measures that need one have no value without it. */
  readonly model?: Reviewer | undefined
  readonly signal: AbortSignal
}

/** Versions of the Python modules of this machine, or why they cannot be imported. */
export type PythonModules = Readonly<
  Record<string, { readonly version?: string | undefined; readonly problem?: string | undefined }>
>

export interface Doctor {
  /** Python modules whose versions it reports. */
  readonly modules?: readonly string[]
  /** Whether `--missions` can limit the check. */
  readonly selects: boolean
  readonly check: (request: DoctorRequest) => Promise<void>
}

export interface DoctorRequest {
  /** `name:DIR` */
  readonly spec: string
  readonly open: () => Promise<Benchmark>
  /** Ids; all if there are none. */
  readonly missions: readonly string[]
  /** Undefined if there is no Python. */
  readonly modules: PythonModules | undefined
  /** Called with each finding when it is known. */
  readonly tell: (finding: Finding) => void
}

/** A row of `pe doctor`. */
export interface Finding {
  readonly what: string
  readonly ok: boolean
  /** Without it, some things cannot be done; all else works. */
  readonly optional: boolean
  readonly found: string
  /** How to get it, if it is missing. */
  readonly remedy?: string
}

export interface CommandEntry {
  /** The command and its positionals: <required>, [optional], and `..` for several. */
  readonly call: string
  readonly about: string
  /** The title under which `pe --help` lists it. */
  readonly group: CommandGroup
  readonly load: () => Promise<{ readonly command: Command }>
}

export type CommandGroup = 'Run' | 'Look' | 'Compare' | 'Your own' | 'Check' | 'Many machines'

/** A command of `pe`: its flags, the options that a handler gets for them, and the handler. */
export interface Command {
  /** Declares the flags and positionals. */
  readonly flags: (flags: Argv, papers: readonly Paper[]) => Argv<unknown>
  /** The flags that `--help` shows, if a command has so many that only `--help-all` shows all. */
  readonly frequent?: readonly string[]
  /**
   * Parsed arguments → options of the handler.
   * @throws UsageError naming the flag with a wrong value
   */
  readonly options: (args: never) => object
  readonly handler: (options: never, papers: readonly Paper[]) => Promise<ExitCode>
}
