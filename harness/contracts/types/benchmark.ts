import type { Answers, Exceptions, Fault, Input, MissionFile, Parameter, Protocol, Question } from '../schema.ts'
import type { MissionKind, Scoring } from '../vocabulary.ts'
import type { Variant } from '../variants.ts'
import type { Project, TextFile } from './agent.ts'

/** One check of a suite. */
export interface Testcode {
  /** Unique among the testcodes of the mission that count; never `runnable`. */
  readonly id: string
  /** Where it belongs in the checklist, and what a user would see, for benchmarks that say so. */
  readonly page?: string
  readonly function?: string
  readonly expects?: string
  /** What it is worth; 1 by default. */
  readonly points?: number
  /** Testcodes of the mission that must have passed for this one to make sense. */
  readonly needs?: readonly string[]
  /** Names from the parameters of the mission. */
  readonly parameters?: readonly string[]
  /** Where they differ from those of the run. */
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
  /** Of the suite's score in the score of its mission, relative to the other suites. */
  readonly weight: number
  /** The agent may run it while it works; it never counts. */
  readonly visible?: boolean
  readonly testcodes: readonly Testcode[]
}

/** How often an agent may have its project judged before it ends, and what it is told each time. */
export interface Submissions {
  readonly most: number
  /** Which of the judged submissions is the result of the trial. */
  readonly counts: 'best' | 'last'
  /** What the agent sees of each testcode; inputs and expected output are never shown. */
  readonly shows: readonly ('status' | 'limit' | 'points' | 'usage')[]
  /** Tools work in a git repository, and submit what is committed. */
  readonly repository?: boolean
}

/** What the author of a native mission writes and other benchmarks may leave out. */
type Described = Partial<
  Pick<MissionFile, 'prompt' | 'checklist' | 'difficulty' | 'canary' | 'dialogue' | 'stack' | 'tags' | 'limits'>
>

/** A mission as a benchmark loaded it. */
export interface Mission extends Readonly<Described> {
  readonly id: string
  readonly title: string
  readonly kind: MissionKind
  /** At least one that counts. */
  readonly suites: readonly Suite[]
  /**
   * `point`: that the project runs is worth one point, in the first suite. `condition`: it is recorded and worth nothing.
   * A point by default.
   */
  readonly runnable?: 'point' | 'condition'
  readonly submissions?: Submissions
  /**
   * Seconds that judging takes if each testcode uses up its own limit, on a busy machine. If they are more than the time limit of
   * a trial, they take its place, so that no slow project loses points that were not tried.
   */
  readonly judgingSeconds?: number
  readonly parameters?: Readonly<Record<string, Parameter>>
  /** Files in the materials folder, relative to it. */
  readonly materials: readonly string[]
  /** What the agent is asked, where the parameters belong to single testcodes and not to the mission. */
  readonly questions?: readonly Question[]
  /** The materials that the producer is told about, where those are not all. */
  readonly namedMaterials?: readonly string[]
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
  /** Absolute path of the script that writes the materials, or where it should be; undefined if no scripts came along. */
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
  /** How a run makes one score of its missions; `pooled` by default. */
  readonly scoring?: Scoring
  /** Of its missions as a whole, where somebody numbers them. */
  version?(): Promise<string | undefined>
  /** The ways in which its missions can be posed, at least one; the first is the default. */
  readonly variants: readonly Variant[]
  /** What the brief of a mission shows in a variant. */
  input(mission: Mission, variant: string): Promise<Input>
  /** Ids of all missions, in order, without reading more than it must. */
  ids(): Promise<readonly string[]>
  /** @throws UsageError naming file, line and field where the mission has a mistake. */
  mission(id: string): Promise<Mission>
  skeleton(mission: Mission): Promise<readonly TextFile[]>
  /** What the tester of a suite needs to judge it; each tester checks the shape for itself. */
  testcodes(mission: Mission, suite: Suite): Promise<unknown>
  /** @throws UsageError if there is none. */
  canonical(mission: Mission): Promise<Canonical>
  /** @throws UsageError naming file, line and field where one of them has a mistake. */
  proofs?(mission: Mission): Promise<Proofs>
}

/** What a user's own file has to give; the rest has defaults: no skeleton, no canonical solution, no materials. */
export interface OwnBenchmark extends Omit<Benchmark, 'source' | 'mission' | 'skeleton' | 'canonical'> {
  /** `digest` by default is that of the file and of the mission as JSON. */
  mission(id: string): Promise<OwnMission>
  skeleton?: Benchmark['skeleton']
  canonical?: Benchmark['canonical']
}
export type OwnMission = Omit<Mission, 'digest' | 'materials' | 'materialsFolder'> &
  Partial<Pick<Mission, 'digest' | 'materials' | 'materialsFolder'>>
