import type { Protocol, Status } from '../../../contracts/schema.ts'
import type { Judgement } from '../../../contracts/types.ts'
import type { Reply } from './protocol.ts'

type Verdict = Pick<Judgement, 'status' | 'reason' | 'fault'>

export interface Circumstances {
  /** The values that the agent gave for this testcode. */
  readonly values: readonly string[]
  readonly protocol: Protocol
  /** How the server ended, if it did. */
  readonly ended: string | undefined
}

/** The verdict for the outcome of a testcode, with the party at fault. */
export function verdictOf(reply: Reply, circumstances: Circumstances): Verdict {
  if (reply.outcome === 'passed') return passed(reply, circumstances)
  const reason = reply.reason ?? reply.outcome
  if (reply.outcome === 'harness') return { status: 'unjudged', reason, fault: 'machine' }
  if (reply.outcome === 'lost') return { status: 'unjudged', reason }
  if (circumstances.ended !== undefined)
    return { status: 'error', reason: `the server has ended: ${circumstances.ended}\n${reason}` }
  if (reply.outcome === 'missing') return missing(reply, reason, circumstances)
  return { status: STATUSES[reply.outcome], reason }
}

const STATUSES = {
  failed: 'failed',
  raised: 'error',
  timeout: 'timeout',
  'bad-parameter': 'bad-parameter',
  unreachable: 'error',
  project: 'error',
} as const satisfies Record<string, Status>

/**
 * A testcode that passed fails if the page shows a server error: many published testcodes assert nothing and ignore where a
 * click leads. The published judge let them pass.
 */
function passed({ page }: Reply, { protocol }: Circumstances): Verdict {
  const status = page?.status ?? 200
  if (protocol === 'paper' || (status < FAILURE && page?.unreachable !== true)) return { status: 'passed' }
  const shown = page?.unreachable === true ? 'could not be opened' : `answered ${String(status)}`
  return { status: 'failed', reason: `it asserts nothing that fails, but the page ${shown}` }
}

/** First HTTP status of server errors. */
const FAILURE = 500

/**
 * A missing element is the agent's fault if a value of the agent names it and has never led to an element. Otherwise, or if the
 * page is a server error, it is the project's fault.
 */
function missing({ locator, proven, page }: Reply, reason: string, { values }: Circumstances): Verdict {
  const named = locator !== undefined && values.includes(locator) && !proven.includes(locator)
  const failure = (page?.status ?? 200) >= FAILURE
  return { status: named && !failure ? 'bad-parameter' : 'failed', reason }
}
