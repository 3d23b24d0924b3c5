import type { FileChange, Price } from '../contracts/schema.ts'
import type { Model } from '../contracts/types.ts'
import type { ModelClient } from '../lib/models/client.ts'
import type { Redactor } from '../lib/models/redact.ts'
import type { CallLog } from './record.ts'

export interface GatewaySetup {
  /** The vendor's server, with the key. */
  readonly access: Model
  readonly purpose: string
  readonly client: Pick<ModelClient, 'admit'>
  /** @param model As the tool named it */
  readonly priceOf: (model: string) => Price | null
  readonly log: CallLog
  readonly redactor: Redactor
  /** The changes of the tool in its folder since the call before. */
  readonly changes: () => Promise<readonly FileChange[]>
  readonly signal: AbortSignal
  /** Milliseconds before the first retry. */
  readonly backoff?: number
}
