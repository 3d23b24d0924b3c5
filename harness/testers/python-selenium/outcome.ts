import type { Protocol, Status } from '../../contracts/schema.ts'
import type { Judgement } from '../../contracts/types.ts'
import type { Reply } from './protocol.ts'

type Verdict = Pick<Judgement, 'status' | 'reason' | 'fault'>

export interface Circumstances {
  /** The values that the agent gave for this testcode. */
  readonly values: readonly string[]
  readonly protocol: Protocol
  /** How the server ended, where it has. */
  readonly ended: string | undefined
}

/** What a testcode's end says, and whose fault it is. */
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
 * What passes although a user would see a failure: many published testcodes assert nothing, and go on whatever a click led to.
 * The published judge let them pass.
 */
function passed({ page }: Reply, { protocol }: Circumstances): Verdict {
  const status = page?.status ?? 200
  if (protocol === 'paper' || (status < FAILURE && page?.unreachable !== true)) return { status: 'passed' }
  const shown = page?.unreachable === true ? 'could not be opened' : `answered ${String(status)}`
  return { status: 'failed', reason: `it asserts nothing that fails, but the page ${shown}` }
}

/** The least status by which a server says that it has failed. */
const FAILURE = 500

/**
 * An element that is not there is the agent's fault where a value of its own names it and never led to an element; else,
 * or where the page itself is a failure, the project's.
 */
function missing({ locator, proven, page }: Reply, reason: string, { values }: Circumstances): Verdict {
  const named = locator !== undefined && values.includes(locator) && !proven.includes(locator)
  const failure = (page?.status ?? 200) >= FAILURE
  return { status: named && !failure ? 'bad-parameter' : 'failed', reason }
}
