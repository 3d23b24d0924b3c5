import type {
  FailOn,
  RetryClass,
  SandboxName,
  InstallNetwork,
  Level,
  Mode,
  PatienceMode,
  Protocol,
} from '../contracts/schema.ts'
import type { Concurrency } from '../run/concurrency.ts'
import type { OwnFiles } from '../run/own-parts.ts'
import type { Need } from '../run/queue/labels.ts'
import type { Shard } from '../run/shards/shard.ts'
import type { EmbedderChoice } from '../contracts/paper.ts'

/** The options of `pe run`. */
export interface RunCommandOptions {
  /** `native` or `name:argument`. */
  readonly benchmark: string
  readonly agents: readonly string[]
  readonly agentOptions: Readonly<Record<string, string>>
  /** The file to read in place of `pe.config.ts`. */
  readonly config: string | undefined
  readonly repairs: number
  /** How often models are shown the result of their project. */
  readonly feedback: number
  /** Ids of variants; undefined if `--variant` was not given. */
  readonly variants: readonly string[] | undefined
  readonly levels: readonly Level[] | undefined
  readonly modes: readonly Mode[] | undefined
  readonly missions: readonly string[]
  readonly samples: number
  readonly concurrency: Concurrency | undefined
  /** Begin with small missions, as on a terminal. */
  readonly quickFirst: boolean
  /** Seconds. */
  readonly timeout: number
  /** The benchmark's own if none was named. */
  readonly testcodeTimeout: number | undefined
  /** How long an unmet expectation waits. */
  readonly patience: PatienceMode
  readonly startTimeout: number
  readonly installTimeout: number
  /** The strongest that works, if none was named. */
  readonly sandbox: SandboxName | undefined
  readonly installNetwork: InstallNetwork
  readonly allowedOrigins: readonly string[]
  readonly own: OwnFiles
  readonly protocol: Protocol
  /** `PE_PYTHON` or the system's own if none was named. */
  readonly python: string | undefined
  /** `PE_PYTHON_PATH` if none was named. */
  readonly pythonPath: readonly string[] | undefined
  readonly out: string
  /** Whether `--out` was given: otherwise, a part of a planned run is written beside the plan. */
  readonly outGiven: boolean
  readonly resume: string | undefined
  /** Which ended trials are repeated when a run is resumed. */
  readonly retry: readonly RetryClass[]
  /** False: the agents are called, and their projects are judged later. */
  readonly judge: boolean
  /** A model that answers questions about code. */
  readonly review?: { readonly model: string; readonly votes: number; readonly together?: true }
  readonly cache: boolean
  /** US dollars. */
  readonly maxCost: number | undefined
  readonly maxTokens: number | undefined
  readonly json: boolean
  readonly minScore: number | undefined
  /** Names, and paths of the user's files; the default ones if none was named. */
  readonly reporters: readonly string[] | undefined
  readonly verbose: boolean
  readonly failOn: readonly FailOn[]
  /** How often each project is judged again. */
  readonly repeatJudging: number
  /** Seed of the inputs; a random one if none was named. */
  readonly seed: string | undefined
  readonly embedder: EmbedderChoice
  /** False: similarities to the canonical solutions are not computed. */
  readonly score: boolean
  /** Runs only this part of the trials; all if neither this nor `trials` is set. */
  readonly shard?: Shard | undefined
  /** Only the trials with these ids. */
  readonly trials?: readonly string[] | undefined
  /** Runs whose durations are used to balance the shards. */
  readonly history?: readonly string[] | undefined
  /** The value of `--executor`; undefined if it was not given. */
  readonly executor?: 'local' | 'queue' | undefined
  /** Settings of the queue if workers run the trials; undefined if this process runs them. */
  readonly queue?: QueueCommandOptions | undefined
}

/** The options of `pe run --executor queue`. */
export interface QueueCommandOptions {
  /** URL. */
  readonly redis: string
  /** Where workers upload results to: address and port, and the URL by which workers reach it. */
  readonly listen: { readonly host: string; readonly port: number } | undefined
  readonly uploadUrl: string | undefined
  /** Files with a certificate and its key. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined
  readonly needs: readonly Need[]
  readonly cache: 'folder' | 'redis'
  /** Seconds. */
  readonly lease: number
  readonly deaths: number
  readonly watchdog: number
  readonly requeue: boolean
  readonly metrics: { readonly host: string; readonly port: number } | undefined
}
