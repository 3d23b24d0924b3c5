import type { Judgement } from '../contracts/types.ts'

/** One try at a testcode. */
export interface Attempt {
  /** Whether the browser went while it looked, so that the judgement says nothing of the project. */
  readonly lost: boolean
  readonly judgement: Judgement
}

export interface Again {
  attempt(): Promise<Attempt>
  /** Why the browser was ended, if a limit or something that its page did is the reason. */
  reached(): Promise<string | undefined>
  /** A fresh browser. Says what is wrong with it, where it cannot even show a page of ours. */
  recover(): Promise<string | undefined>
}

/**
 * A browser that goes while it looks at a page may be the page's doing or the machine's. So the testcode is judged again
 * on a fresh browser, after a page of our own has shown that it works: what recurs is the project's error, what does not
 * is unknown.
 */
export async function judgeAgain(again: Again): Promise<Judgement> {
  const first = await again.attempt()
  if (!first.lost) return first.judgement
  const limit = await again.reached()
  if (limit !== undefined) return { ...first.judgement, status: 'error', reason: limit }
  const problem = await again.recover()
  if (problem !== undefined) return unknown(first.judgement, [], `and a control page does not work: ${problem}`)
  const second = await again.attempt()
  if (!second.lost)
    return unknown(first.judgement, [second.judgement], `and did not do so again: ${second.judgement.status}`)
  const reason = `${first.judgement.reason ?? ''}, and again on a fresh browser that works`
  return { ...second.judgement, status: 'error', reason, attempts: attemptsOf(first.judgement, second.judgement) }
}

function unknown(first: Judgement, others: readonly Judgement[], why: string): Judgement {
  const reason = `${first.reason ?? ''}, ${why}`
  return { ...first, status: 'unjudged', reason, attempts: attemptsOf(first, ...others) }
}

function attemptsOf(...judgements: readonly Judgement[]): NonNullable<Judgement['attempts']> {
  return judgements.map(({ status, reason }) => ({ status, ...(reason === undefined ? {} : { reason }) }))
}
