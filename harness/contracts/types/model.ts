import type { Price } from '../schema.ts'

/** A model with everything that a call needs. Contains the key, so it is never written anywhere. */
export interface Model {
  /** Name of the server for identities: a known name, or the host. */
  readonly server: string
  readonly model: string
  readonly baseURL: string
  readonly key: string | undefined
  /** The environment variable with the key, for messages. */
  readonly keyVariable?: string | undefined
  readonly headers: Readonly<Record<string, string>>
  /** Fields of a request besides model and messages. */
  readonly parameters: Readonly<Record<string, string | number>>
  readonly price: Price | null
  readonly requestsPerMinute: number
  readonly tokensPerMinute: number
  /** Milliseconds without data after which a request is aborted. */
  readonly timeout: number
  readonly retries: number
}
