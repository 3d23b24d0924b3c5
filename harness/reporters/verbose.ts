import { shortVariant } from '../contracts/variants.ts'
import type { TrialKey, Verdict } from '../contracts/schema.ts'
import type { RunEvent } from '../contracts/types.ts'
import { reasonLine } from './html/reason.ts'
import { printable } from './printable.ts'
import { paint, type Terminal } from './table.ts'

/** What `--verbose` adds: a line for each stage and each verdict. */
export function verboseLine(event: RunEvent, stream: Terminal): string | undefined {
  if (event.type === 'stage') return `  ${name(event.trial)}  ${printable(event.stage)} …`
  if (event.type === 'verdict') return `  ${name(event.trial)}  ${verdictText(event.verdict, stream)}`
  return undefined
}

function name({ mission, agent, variant, sample }: TrialKey): string {
  return printable(`${mission}  ${agent} ${shortVariant(variant)} #${String(sample)}`)
}

function verdictText({ testcode, status, reason, milliseconds }: Verdict, stream: Terminal): string {
  const mark = status === 'passed' ? paint(stream, 'green', '✓') : paint(stream, 'red', '✗')
  const why = reason === undefined ? '' : `: ${reasonLine(reason)}`
  const result = status === 'passed' ? '' : ` ${status}${why}`
  return `${mark} ${printable(`${testcode}  ${(milliseconds / 1000).toFixed(1)} s${result}`)}`
}
