import type { EmbedderChoice } from '../contracts/paper.ts'
import type { OwnFiles } from '../run/own-parts.ts'
import type { Need } from '../run/queue/labels.ts'
import type { Shard } from '../run/shards/shard.ts'
import type { SETTINGS_OF_RUN } from './run/settings.ts'
import type { SettingsOf } from './run/setting.ts'

/** The options of `pe run`: the settings that are read alone, and those that are made of several flags. */
export interface RunCommandOptions extends SettingsOf<typeof SETTINGS_OF_RUN> {
  /** `native` or `name:argument`. */
  readonly benchmark: string
  readonly agentOptions: Readonly<Record<string, string>>
  /** Ids of variants; undefined if `--variant` was not given. */
  readonly variants: readonly string[] | undefined
  readonly own: OwnFiles
  readonly out: string
  /** Whether `--out` was given: otherwise, a part of a planned run is written beside the plan. */
  readonly outGiven: boolean
  /** A model that answers questions about code. */
  readonly review?: { readonly model: string; readonly votes: number; readonly together?: true }
  readonly cache: boolean
  /** US dollars. */
  readonly maxCost: number | undefined
  readonly maxTokens: number | undefined
  readonly embedder: EmbedderChoice
  /** Runs only this part of the trials; all if neither this nor `trials` is set. */
  readonly shard?: Shard | undefined
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
