import type { Price } from '../schema.ts'

/** A model with all that is needed to call it. Holds the key: never written anywhere. */
export interface Model {
  /** Of the server, for identities: a known name, or that of the host. */
  readonly server: string
  readonly model: string
  readonly baseURL: string
  readonly key: string | undefined
  readonly headers: Readonly<Record<string, string>>
  /** What goes into a request beside model and messages. */
  readonly parameters: Readonly<Record<string, string | number>>
  readonly price: Price | null
  readonly requestsPerMinute: number
  readonly tokensPerMinute: number
  /** Milliseconds without a sign of life. */
  readonly timeout: number
  readonly retries: number
}
