import type { Judgement } from '../contracts/types.ts'

/** One attempt at a testcode. */
export interface Attempt {
  /** Whether the browser ended during the attempt, so that the judgement says nothing about the project. */
  readonly lost: boolean
  readonly judgement: Judgement
}

export interface Again {
  attempt(): Promise<Attempt>
  /** Why the browser was ended, if a limit or its page was the reason. */
  reached(): Promise<string | undefined>
  /** Starts a fresh browser. Returns what is wrong with it if it cannot show the control page of the harness. */
  recover(): Promise<string | undefined>
}

/**
 * If the browser ends during a testcode, either the page or the machine may be the cause. The testcode is judged again on a
 * fresh browser, after a control page has shown that it works. A loss that recurs is an error of the project; one that does
 * not recur leaves the testcode unjudged.
 */
export async function judgeAgain(again: Again): Promise<Judgement> {
  const first = await again.attempt()
  if (!first.lost) return first.judgement
  const limit = await again.reached()
  if (limit !== undefined) return { ...first.judgement, status: 'error', reason: limit }
  const problem = await again.recover()
  if (problem !== undefined)
    return unknown(first.judgement, [], `and a control page does not work on a fresh browser: ${problem}`)
  const second = await again.attempt()
  if (!second.lost)
    return unknown(first.judgement, [second.judgement], `and did not do so again: ${second.judgement.status}`)
  const reason = `${first.judgement.reason ?? ''}, and again on a fresh browser that passed the control page`
  return { ...second.judgement, status: 'error', reason, attempts: attemptsOf(first.judgement, second.judgement) }
}

function unknown(first: Judgement, others: readonly Judgement[], why: string): Judgement {
  const reason = `${first.reason ?? ''}, ${why}`
  return { ...first, status: 'unjudged', reason, attempts: attemptsOf(first, ...others) }
}

function attemptsOf(...judgements: readonly Judgement[]): NonNullable<Judgement['attempts']> {
  return judgements.map(({ status, reason }) => ({ status, ...(reason === undefined ? {} : { reason }) }))
}
