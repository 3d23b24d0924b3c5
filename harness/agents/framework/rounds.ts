import type { AgentRound } from '../../contracts/schema.ts'
import type { Setting } from './setting.ts'

/** Limits of the record of a round, as in its schema. */
const MOST_FILES_NOTED = 1000
const LONGEST_NOTED = 1000

/** Keeps a round for the record of the trial, and notes it in one line. */
export function record({ rounds, context }: Setting, round: AgentRound): void {
  const files = round.files.slice(0, MOST_FILES_NOTED).map((file) => file.slice(0, LONGEST_NOTED))
  rounds.push({ ...round, files })
  const { stage, round: number, accepted, score, checks, problem } = round
  const found = [
    ...(checks ? [`${String(checks.passed)} of ${String(checks.of)} visible tests passed`] : []),
    ...(score === undefined ? [] : [`score ${String(score)}`]),
    ...(problem === undefined ? [] : [problem.slice(0, 200)]),
  ]
  context.note(`${stage}, round ${String(number)}: ${[...found, accepted ? 'accepted' : 'not accepted'].join(', ')}`)
}
