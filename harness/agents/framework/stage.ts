/** A stage of a project: made, judged, and made again with the feedback, for a bounded number of rounds. */
import type { AgentRound } from '../../contracts/schema.ts'
import { answerReader } from '../output/read.ts'
import type { Judgement } from '../output/judgement.ts'
import { Memory, memoryText } from './memory.ts'
import { record } from './rounds.ts'
import { uselessReason, type Setting } from './setting.ts'

/** Scores from 0 to 10. */
const ACCEPTED = 8
const LONGEST_FEEDBACK = 4000

export interface Stage<Made> {
  readonly name: AgentRound['stage']
  readonly rounds: number
  /** @param earlier The version before, its feedback, and similar changes of earlier rounds; empty in the first round */
  make(earlier: string): Promise<Made>
  textOf(made: Made): string
  filesOf(made: Made): readonly string[]
  difference(before: Made, after: Made): string
  /** Why it must not be judged; undefined if it may. */
  problemOf(made: Made): Promise<string | undefined>
  judge(made: Made): Promise<Judgement>
}

interface Tried<Made> {
  readonly made: Made
  /** -1 if it was not judged. */
  readonly score: number
  readonly feedback: string
}

/** @returns the version that was accepted, or the best one; undefined if no answer could be used */
export async function runStage<Made>(stage: Stage<Made>, setting: Setting): Promise<Made | undefined> {
  const memory = new Memory()
  let best: Tried<Made> | undefined
  let last: Tried<Made> | undefined
  let complaint = ''
  for (let round = 1; round <= stage.rounds; round += 1) {
    const made = await usable(() => stage.make(earlierText(stage, last, complaint, memory)))
    if ('reason' in made) {
      record(setting, { stage: stage.name, round, accepted: false, problem: made.reason, files: [] })
      complaint = `The last answer could not be used: ${made.reason}`
      continue
    }
    const tried = await judged(stage, made.value)
    const accepted = tried.score >= ACCEPTED
    record(setting, {
      ...{ stage: stage.name, round, accepted, files: [...stage.filesOf(tried.made)] },
      ...(tried.score < 0 ? { problem: tried.feedback } : { score: tried.score, feedback: tried.feedback }),
    })
    if (accepted) return tried.made
    if (last) remember(memory, stage, last, tried)
    if (!best || tried.score >= best.score) best = tried
    last = tried
    complaint = ''
  }
  if (best) setting.context.note(`${stage.name}: no round was accepted; the best one is used`)
  return best?.made
}

async function judged<Made>(stage: Stage<Made>, made: Made): Promise<Tried<Made>> {
  const problem = await stage.problemOf(made)
  if (problem !== undefined) return { made, score: -1, feedback: problem.slice(0, LONGEST_FEEDBACK) }
  const judgement = await usable(() => stage.judge(made))
  if ('reason' in judgement)
    return {
      made,
      score: -1,
      feedback: `the judge could not be understood: ${judgement.reason}`.slice(0, LONGEST_FEEDBACK),
    }
  return { made, score: judgement.value.score, feedback: judgement.value.feedback.slice(0, LONGEST_FEEDBACK) }
}

async function usable<T>(action: () => Promise<T>): Promise<{ readonly value: T } | { readonly reason: string }> {
  try {
    return { value: await action() }
  } catch (error) {
    return { reason: uselessReason(error) }
  }
}

function remember<Made>(memory: Memory, stage: Stage<Made>, before: Tried<Made>, after: Tried<Made>): void {
  const outcome = after.score > before.score ? 'better' : after.score < before.score ? 'worse' : 'same'
  memory.add({ feedback: before.feedback, difference: stage.difference(before.made, after.made), outcome })
}

function earlierText<Made>(
  stage: Stage<Made>,
  last: Tried<Made> | undefined,
  complaint: string,
  memory: Memory,
): string {
  if (!last) return complaint
  const similar = memoryText(memory.similarTo(last.feedback))
  return [
    `Your last version:\n\n${stage.textOf(last.made)}`,
    `What has to change in it:\n\n${last.feedback}`,
    similar,
    complaint,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Reads the opinion of a judging model. */
export function readJudgementOf(text: string): Promise<Judgement> {
  return answerReader.read('judgement', text)
}
