import { AgentFault, BudgetSpent, HarnessFault, messageOf } from '../../../errors.ts'
import { isVoted } from '../../../lib/statistics/features.ts'
import type { Judgement, LibraryTask } from '../../../contracts/types.ts'
import type { Execution, TaskJudge, Vote } from './steps.ts'

/** Characters of a reason. */
const LONGEST = 1000
/** Of an adapted test that is kept as evidence. */
const LONGEST_TEST = 50_000

/**
 * Localises, votes, executes. Only an executed test can pass a task; votes alone never do. A task without a majority of votes is not
 * executed. What a step cannot say is unjudged.
 */
export function judgeTask(task: LibraryTask, judge: TaskJudge, signal: AbortSignal): Promise<Judgement> {
  return unlessItFails(judge, signal, () => judged(task, judge, signal))
}

async function judged(task: LibraryTask, judge: TaskJudge, signal: AbortSignal): Promise<Judgement> {
  const candidates = await judge.localise(task, signal)
  if (candidates.length === 0) return failed('nothing in the project may hold the algorithm')
  const all = await judge.vote(task, candidates, signal)
  if (all.length === 0) return unjudged(`${judge.name} gave no vote`)
  const votes = votesOf(all)
  if (!isVoted(votes)) return { ...failed(votesText(all)), votes }
  const execution = await unlessItFails(judge, signal, async () =>
    executed(await judge.execute(task, candidates, signal)),
  )
  return { ...execution, votes }
}

function executed({ passed, reason, test, output }: Execution): Judgement {
  const evidence = {
    ...(test === undefined ? {} : { log: test.slice(0, LONGEST_TEST) }),
    ...(output === undefined ? {} : { output }),
  }
  return passed ? { status: 'passed', evidence } : { ...failed(reason), evidence }
}

function votesOf(all: readonly Vote[]) {
  return {
    yes: all.filter(({ yes }) => yes).length,
    of: all.length,
    answers: all.map(({ seed, yes, reason }) => ({ seed, yes, reason: reason.slice(0, LONGEST) })),
  }
}

/** A step that a model refuses, or that the harness cannot do, leaves the task open. Without money, the run stops. */
async function unlessItFails(
  { name }: TaskJudge,
  signal: AbortSignal,
  step: () => Promise<Judgement>,
): Promise<Judgement> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof BudgetSpent || signal.aborted) throw error
    if (error instanceof AgentFault || error instanceof HarnessFault) return unjudged(`${name}: ${messageOf(error)}`)
    throw error
  }
}

export function unjudged(reason: string): Judgement {
  return { status: 'unjudged', fault: 'machine', reason: reason.slice(0, LONGEST), evidence: {} }
}

function failed(reason: string): Judgement {
  return { status: 'failed', reason: reason.slice(0, LONGEST), evidence: {} }
}

function votesText(all: readonly Vote[]): string {
  const yes = all.filter((vote) => vote.yes).length
  const reasons = all.map((vote) => `${vote.yes ? 'yes' : 'no'}: ${vote.reason}`).join(' / ')
  return `${String(yes)} of ${String(all.length)} votes say that the algorithm is there: ${reasons}`.slice(0, LONGEST)
}
