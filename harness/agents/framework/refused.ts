/** A step of a plan that is checked without a model: an answer with problems is refused and asked for again. */
import type { AgentRound } from '../../contracts/schema.ts'
import { record } from './rounds.ts'
import { uselessReason, type Setting } from './setting.ts'

/** Rounds of one step. */
const ROUNDS = 3
/** Characters of problems, and of the answer that they are about. */
const LONGEST_FEEDBACK = 4000
const LONGEST_ANSWER = 30_000

export interface CheckedStep<Made> {
  readonly stage: AgentRound['stage']
  /** @param earlier The last answer and its problems; empty in the first round */
  make(earlier: string): Promise<Made>
  /** One sentence each; none if it is accepted. */
  problemsOf(made: Made): readonly string[]
  textOf(made: Made): string
  filesOf(made: Made): readonly string[]
  /** Not recorded as rounds, because there may be hundreds of them. */
  readonly isPart?: boolean
}

export interface Checked<Made> {
  readonly made: Made
  /** Those that are left after the last round. */
  readonly problems: readonly string[]
  readonly rounds: number
}

/** @returns the first answer without problems, or the one with the fewest; undefined if no answer could be used */
export async function checkedStep<Made>(step: CheckedStep<Made>, setting: Setting): Promise<Checked<Made> | undefined> {
  let best: Checked<Made> | undefined
  let earlier = ''
  for (let round = 1; round <= ROUNDS; round += 1) {
    const answer = await usable(() => step.make(earlier))
    if ('reason' in answer) {
      report(step, setting, { round, accepted: false, problem: answer.reason.slice(0, LONGEST_FEEDBACK), files: [] })
      earlier = `The last answer could not be used: ${answer.reason}`
      continue
    }
    const { made } = answer
    const problems = step.problemsOf(made)
    const feedback = problems
      .map((problem) => `- ${problem}`)
      .join('\n')
      .slice(0, LONGEST_FEEDBACK)
    const accepted = problems.length === 0
    report(step, setting, {
      ...{ round, accepted, files: [...step.filesOf(made)] },
      ...(accepted ? {} : { feedback }),
    })
    if (best === undefined || problems.length < best.problems.length) best = { made, problems, rounds: round }
    if (accepted) break
    const text = step.textOf(made).slice(0, LONGEST_ANSWER)
    earlier = `Your last answer:\n\n${text}\n\nIt is refused. What is wrong with it:\n\n${feedback}`
  }
  return best
}

function report<Made>(
  { stage, isPart = false }: CheckedStep<Made>,
  setting: Setting,
  round: Omit<AgentRound, 'stage'>,
): void {
  if (!isPart) record(setting, { stage, ...round })
  else if (!round.accepted) setting.context.note(`${stage}: refused: ${round.problem ?? round.feedback ?? ''}`)
}

async function usable<T>(action: () => Promise<T>): Promise<{ readonly made: T } | { readonly reason: string }> {
  try {
    return { made: await action() }
  } catch (error) {
    return { reason: uselessReason(error) }
  }
}
