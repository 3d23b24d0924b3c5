import type { Judgement } from '../contracts/types.ts'

/** One attempt at a testcode. */
export interface Attempt {
  /** Whether the browser or the worker ended during the attempt, so that the judgement says nothing about the project. */
  readonly lost: boolean
  /** Whether the harness itself failed, so that the judgement says nothing about the project either. */
  readonly ownFault?: boolean
  readonly judgement: Judgement
}

export interface Retry {
  attempt(): Promise<Attempt>
  /** Whether earlier testcodes acted in the browser or worker that the first attempt gets; false by default. */
  isUsed?(): boolean
  /** Why it was ended, if a limit or its page was the reason. */
  reached(): Promise<string | undefined>
  /** Starts a fresh browser or worker. Returns why it does not work, if it does not. */
  recover(): Promise<string | undefined>
  /** Describes the second attempt in messages, such as `in a fresh worker`. */
  readonly fresh: string
}

/**
 * If the browser or the worker ends during a testcode, either the project or the machine may be the cause. The testcode is
 * judged again in a fresh one that works. A loss that recurs is an error of the project; one that does not recur leaves the
 * testcode unjudged. A browser that reached a limit is an error of the project at once, unless earlier testcodes acted in it:
 * their pages may have filled it, so the testcode is judged in a fresh one.
 */
export async function judgeWithRetry(retry: Retry): Promise<Judgement> {
  const used = retry.isUsed?.() ?? false
  const first = await retry.attempt()
  if (!first.lost)
    return first.ownFault === true ? afterOwnFault(first.judgement, await retry.attempt()) : first.judgement
  const limit = await retry.reached()
  if (limit !== undefined && !used) return { ...first.judgement, status: 'error', reason: limit }
  const problem = await retry.recover()
  if (problem !== undefined) return unknown(first.judgement, [], problem)
  const second = await retry.attempt()
  if (limit !== undefined) return afterLimit(limit, first, second)
  if (!second.lost)
    return unknown(first.judgement, [second.judgement], `and did not do so again: ${second.judgement.status}`)
  const reason = `${first.judgement.reason ?? ''}, and again ${retry.fresh}`
  return { ...second.judgement, status: 'error', reason, attempts: attemptsOf(first.judgement, second.judgement) }
}

/** Files that the first attempt has left in the project may make the second one fail, so only a pass counts. */
function afterOwnFault(first: Judgement, second: Attempt): Judgement {
  if (second.judgement.status === 'passed')
    return { ...second.judgement, attempts: attemptsOf(first, second.judgement) }
  const ended = second.ownFault === true ? 'and failed again' : `and then ended with: ${second.judgement.status}`
  return unknown(first, [second.judgement], ended)
}

/** The fresh browser decides: if it is lost too, the testcode's own page is the cause. */
function afterLimit(limit: string, first: Attempt, second: Attempt): Judgement {
  const attempts = attemptsOf({ ...first.judgement, status: 'error', reason: limit }, second.judgement)
  if (second.lost) return { ...second.judgement, status: 'error', reason: `${limit}, and a fresh one too`, attempts }
  return { ...second.judgement, attempts }
}

/** For `Retry.recover` of a browser. */
export function controlFailed(problem: string | undefined): string | undefined {
  return problem === undefined ? undefined : `and a control page does not work on a fresh browser: ${problem}`
}

/** For `Retry.fresh` of a browser. */
export const FRESH_BROWSER = 'on a fresh browser that passed the control page'

function unknown(first: Judgement, others: readonly Judgement[], why: string): Judgement {
  const reason = `${first.reason ?? ''}, ${why}`
  return { ...first, status: 'unjudged', reason, attempts: attemptsOf(first, ...others) }
}

function attemptsOf(...judgements: readonly Judgement[]): NonNullable<Judgement['attempts']> {
  return judgements.map(({ status, reason }) => ({ status, ...(reason === undefined ? {} : { reason }) }))
}
