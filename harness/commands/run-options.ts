import type { SandboxName } from '../sandbox/index.ts'
import type { InstallNetwork, Level, Mode } from '../schema.ts'
import type { RetryClass } from './retry.ts'

/** What `pe run` was told. */
export interface RunCommandOptions {
  readonly agents: readonly string[]
  readonly agentOptions: Readonly<Record<string, string>>
  /** The file that stands for `pe.config.ts`. */
  readonly config: string | undefined
  readonly repairs: number
  readonly levels: readonly Level[]
  readonly modes: readonly Mode[]
  readonly missions: readonly string[]
  readonly samples: number
  readonly concurrency: number | undefined
  /** Seconds. */
  readonly timeout: number
  readonly testcodeTimeout: number
  readonly startTimeout: number
  readonly installTimeout: number
  /** The strongest that works, where none was named. */
  readonly sandbox: SandboxName | undefined
  readonly installNetwork: InstallNetwork
  readonly allowedOrigins: readonly string[]
  readonly out: string
  readonly resume: string | undefined
  /** Which trials that have ended are made anew, when a run is resumed. */
  readonly retry: readonly RetryClass[]
  /** False: the agents are called, and what they give is judged later. */
  readonly judge: boolean
  readonly cache: boolean
  /** US dollars. */
  readonly maxCost: number | undefined
  readonly maxTokens: number | undefined
  readonly json: boolean
  readonly minScore: number | undefined
}
