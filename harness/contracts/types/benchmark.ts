import type { Answers, Exceptions, Fault, Input, MissionFile, Parameter, Protocol, Question } from '../schema.ts'
import type { MissionKind, Scoring } from '../vocabulary.ts'
import type { Variant } from '../variants.ts'
import type { Project, ProjectFile, TextFile } from './agent.ts'

/** One check of a suite. */
export interface Testcode {
  /** Unique among the testcodes of the mission that count; never `runnable`. */
  readonly id: string
  /** Its place in the checklist, and what a user would see, if the benchmark says so. */
  readonly page?: string
  readonly function?: string
  readonly expects?: string
  /** The points that it is worth; 1 by default. */
  readonly points?: number
  /** Testcodes of the mission that must pass first. */
  readonly needs?: readonly string[]
  /** Names from the parameters of the mission. */
  readonly parameters?: readonly string[]
  /** Limits that differ from those of the run. */
  readonly limits?: TestcodeLimits
}

export interface TestcodeLimits {
  readonly seconds?: number
  readonly memoryMiB?: number
}

/** Testcodes that one tester judges. */
export interface Suite {
  /** Unique in the mission. */
  readonly id: string
  /** The name of a tester. */
  readonly tester: string
  /** Weight of the suite's score in the score of its mission, relative to the other suites. */
  readonly weight: number
  /** True: the agent may run the suite while it works, and the suite never counts. */
  readonly visible?: boolean
  readonly testcodes: readonly Testcode[]
}

/** How many projects of an agent are judged in a trial, and what the agent is told each time. */
export interface Submissions {
  readonly most: number
  /** Which of the judged submissions is the result of the trial. */
  readonly counts: 'best' | 'last'
  /** The information that the agent gets about each testcode; inputs and expected output are never shown. */
  readonly shows: readonly ('status' | 'limit' | 'points' | 'usage')[]
  /** Tools work in a git repository, and submit what is committed. */
  readonly repository?: boolean
  /** Each submission is judged by one suite, which the agent names. All suites share the limit, and the best result of each counts. */
  readonly bySuite?: true
  /** Suites that judge only what counts, once the agent has ended. No agent is told of their results. */
  readonly afterwards?: readonly string[]
}

/** Fields of native missions that other benchmarks may leave out. */
type Described = Partial<
  Pick<MissionFile, 'prompt' | 'checklist' | 'difficulty' | 'canary' | 'dialogue' | 'stack' | 'tags' | 'limits'>
>

/** Files that a tool finds in its room besides the documents of the brief: too large for a brief, or no texts. */
export interface RoomFiles {
  /** Copied into its folder. `from` is absolute, `path` relative to the folder. */
  readonly files: readonly { readonly from: string; readonly path: string; readonly executable?: boolean }[]
  /** Shown, read-only, at another absolute path. */
  readonly folders: readonly { readonly from: string; readonly at: string }[]
}

/** A mission, as loaded by its benchmark. */
export interface Mission extends Readonly<Described> {
  readonly id: string
  readonly title: string
  readonly kind: MissionKind
  /** At least one suite counts. */
  readonly suites: readonly Suite[]
  /**
   * `point` (default): a project that runs earns one point, in the first suite. `condition`: this is recorded and worth nothing.
   */
  readonly runnable?: 'point' | 'condition'
  readonly submissions?: Submissions
  /** Columns of tables of its paper, such as its limits. */
  readonly details?: Readonly<Record<string, number | string>>
  /** How the scores of its suites are combined, unless the benchmark says it for all of its missions. */
  readonly scoring?: Scoring
  /**
   * Seconds that judging takes if each testcode uses up its own limit, on a busy machine. If they are more than the time limit of
   * a trial, they take its place, so that no slow project loses points that were not tried.
   */
  readonly judgingSeconds?: number
  /** Seconds that judging a good solution takes here, if the benchmark knows it for all of its missions: the longest begin first. */
  readonly usualSeconds?: number
  readonly parameters?: Readonly<Record<string, Parameter>>
  /** Files in the materials folder, relative to it. */
  readonly materials: readonly string[]
  /** The questions to the agent, if parameters belong to single testcodes and not to the mission. */
  readonly questions?: readonly Question[]
  /** The materials that the brief mentions, if it does not mention all. */
  readonly namedMaterials?: readonly string[]
  readonly room?: RoomFiles
  /** Testcodes that are never run, by id, with the verdict that they get instead: a fault of the benchmark or of the set-up. */
  readonly withheld?: Readonly<Record<string, Withheld>>
  /** The language of the browser, such as `zh-CN`, if it matters. */
  readonly locale?: string
  /** sha256 of all files that define it, so that a changed mission is never mistaken for the old one. */
  readonly digest: string
  /** Absolute path of the folder that holds its materials. */
  readonly materialsFolder: string
  /** Files and folders of the project that hold the code that is judged, if it is found nowhere else. */
  readonly code?: readonly string[]
  /** True in an outline whose testcodes are not known yet: their suites are empty. */
  readonly uncalibrated?: true
}

export interface Withheld {
  readonly status: 'excluded' | 'unjudged'
  readonly reason: string
}

/** Our own solution of a mission. */
export interface Canonical {
  readonly project: Project
  readonly answers: Answers
  /** Tests that were published with it. A published similarity compares them on both sides. */
  readonly tests?: readonly ProjectFile[]
  /** Other files that were published with it and that no project is asked for. */
  readonly others?: readonly ProjectFile[]
}

/** Solutions and faults for the validation of a mission, besides its canonical solution. */
export interface Proofs {
  /** Our other solutions, by stack. Testcodes that check behaviour accept them, too. */
  readonly alternatives: ReadonlyMap<string, Canonical>
  /** Changes of the canonical solution that testcodes must notice. */
  readonly faults: readonly Fault[]
  readonly exceptions: Exceptions
  /** Absolute path of the script that writes the materials, whether or not it exists; undefined if there are no scripts. */
  readonly materialsScript: string | undefined
}

/** A set of missions read from a source. */
export type ListedMission = Pick<Mission, 'id' | 'title' | 'kind' | 'stack'>

export interface Benchmark {
  readonly name: string
  /** The folder or file that it was read from, for the record. */
  readonly source: string
  /** Its paper says in which form missions and answers are written. Others give documents, and `--protocol paper` changes no answer. */
  readonly formsAnswers?: true
  /** Time limit of one testcode in seconds, if it differs from the default. */
  readonly testcodeSeconds?: Readonly<Record<Protocol, number>>
  /** Folders that its projects search first for Python modules, if such folders were prepared. */
  readonly pythonPath?: readonly string[]
  /** Invalid items of the source that were left out. @param missions Ids of the only missions to look at; all by default */
  warnings?(missions?: readonly string[]): Promise<readonly string[]>
  /** Missions that `ids` leaves out because they cannot be used: the reason of each, by id. */
  leftOut?(): Promise<ReadonlyMap<string, string>>
  /** How the scores of missions are combined into the score of a run; `pooled` by default. */
  readonly scoring?: Scoring
  /** Version of the whole set of missions, if it has one. */
  version?(): Promise<string | undefined>
  /** The variants of its missions, at least one; the first is the default. */
  readonly variants: readonly Variant[]
  /** The input of a mission's brief in a variant. */
  input(mission: Mission, variant: string): Promise<Input>
  /** Ids of all missions, in order. Reads as little as possible. */
  ids(): Promise<readonly string[]>
  /** Missions that are run only if they are named: not every machine can judge them. None by default. */
  namedOnly?(): Promise<readonly string[]>
  /** Ids of missions by the name of a set, which `--missions` accepts in their place. */
  readonly sets?: Readonly<Record<string, readonly string[]>>
  /** @throws UsageError naming file, line and field if the mission has a mistake. */
  mission(id: string): Promise<Mission>
  /** The parts of a mission that a list shows, if `mission` takes minutes; a mission if it would take no longer. */
  listed?(id: string): Promise<Mission | ListedMission>
  /** The mission as far as it is known at once, if `mission` takes minutes: see `uncalibrated`. */
  outline?(id: string): Promise<Mission>
  skeleton(mission: Mission): Promise<readonly TextFile[]>
  /** The testcodes of a suite, for its tester, which checks their shape. */
  testcodes(mission: Mission, suite: Suite): Promise<unknown>
  /** Data for its own scorers, which check their shape. Agents never see them. */
  scorerData?(mission: Mission): Promise<unknown>
  /** @throws UsageError if the mission has no canonical solution. */
  canonical(mission: Mission): Promise<Canonical>
  /** @throws UsageError naming file, line and field if one of them has a mistake. */
  proofs?(mission: Mission): Promise<Proofs>
}

/** The benchmark that a user's file exports. By default it has no skeletons, no canonical solutions and no materials. */
export interface OwnBenchmark extends Omit<Benchmark, 'source' | 'mission' | 'skeleton' | 'canonical'> {
  /** By default, `digest` is that of the file and of the mission as JSON. */
  mission(id: string): Promise<OwnMission>
  skeleton?: Benchmark['skeleton']
  canonical?: Benchmark['canonical']
}
export type OwnMission = Omit<Mission, 'digest' | 'materials' | 'materialsFolder'> &
  Partial<Pick<Mission, 'digest' | 'materials' | 'materialsFolder'>>
