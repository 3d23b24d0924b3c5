import type { JudgeId } from './problem.ts'

/** Seconds to build a program, and to look for leaks in an accepted point. */
const BUILD = 60
const NOTE = 5
/** A program may wait for this many seconds beside the processor time that it has. */
const WAITING = 10
/** On a busy machine, processor time takes longer to pass. */
const BUSY = 2

/** The most that the points of a problem take together, in seconds. */
export function judgingSeconds(judgeIds: readonly JudgeId[]): number {
  const points = judgeIds.flatMap((each) => each.points).filter(({ plan }) => plan !== undefined)
  const programs = judgeIds.reduce((sum, each) => sum + Object.keys(each.programs).length, 0)
  return points.reduce((sum, { plan }) => sum + secondsOf(plan), programs * BUILD)
}

function secondsOf(plan: Readonly<Record<string, unknown>> = {}): number {
  const { limits, leak } = plan as { readonly limits?: { readonly seconds?: number }; readonly leak?: string }
  return BUSY * ((limits?.seconds ?? 0) + WAITING) + (leak === 'note' ? NOTE : 0)
}
