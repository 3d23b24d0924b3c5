import { shortVariant } from '../contracts/variants.ts'
import type { CheckEntry, SubmissionEntry, TrialKey, Verdict } from '../contracts/schema.ts'
import type { RunEvent } from '../contracts/types.ts'
import { reasonLine } from './html/reason.ts'
import { pointsText, verdictNote } from './points.ts'
import { printable } from './printable.ts'
import { paint, type Terminal } from './table.ts'

/** The lines of `--verbose`: one for each stage, each verdict, and each project that was judged while the agent worked. */
export function verboseLine(event: RunEvent, stream: Terminal): string | undefined {
  if (event.type === 'stage')
    return `  ${name(event.trial)}  ${[event.stage, event.detail].filter((part) => part !== undefined).join(' ')} …`
  if (event.type === 'check') return `  ${name(event.trial)}  ${feedbackText('check', event.check)}`
  if (event.type === 'submission')
    return `  ${name(event.trial)}  ${feedbackText(submissionName(event.submission), event.submission)}`
  if (event.type === 'verdict') return `  ${name(event.trial)}  ${verdictText(event.verdict, stream)}`
  return undefined
}

function feedbackText(what: string, { number, outcome, points, seconds }: CheckEntry): string {
  return `${what} ${String(number)}: ${outcome}, ${pointsText(points.passed)}/${pointsText(points.total)} points  ${seconds.toFixed(1)} s`
}

function submissionName({ suite }: SubmissionEntry): string {
  return suite === undefined ? 'submission' : `part ${suite}, submission`
}

function name({ mission, agent, variant, sample }: TrialKey): string {
  return printable(`${mission}  ${agent} ${shortVariant(variant)} #${String(sample)}`)
}

const MARKS = { passed: ['green', '✓'], partial: ['yellow', '◐'] } as const

function verdictText(verdict: Verdict, stream: Terminal): string {
  const { testcode, status, reason, milliseconds, evidence } = verdict
  const [colour, sign] = status === 'passed' || status === 'partial' ? MARKS[status] : (['red', '✗'] as const)
  const why =
    reason === undefined
      ? ''
      : `: ${reasonLine(reason)}${evidence.found === undefined ? '' : `; found ${evidence.found}`}`
  const result = status === 'passed' ? verdictNote(verdict) : ` ${status}${verdictNote(verdict)}${why}`
  return `${paint(stream, colour, sign)} ${printable(`${testcode}  ${(milliseconds / 1000).toFixed(1)} s${result}`)}`
}
