import type { TrialRecord, Verdict } from '../../contracts/schema.ts'
import type { AttackDefinition, Expected } from './schema.ts'

/** Whatever the record of a trial says other than the attack's description: one line each, none where it agrees. */
export function disagreements({ expect }: AttackDefinition, record: TrialRecord): string[] {
  return [
    ...outcomeProblem(expect, record),
    ...(expect.runnable ? verdictProblem(expect.runnable, record.runnable) : []),
    ...Object.entries(expect.testcodes).flatMap(([id, expected]) =>
      verdictProblem(
        expected,
        record.verdicts.find(({ testcode }) => testcode === id),
      ),
    ),
    ...(says(record, expect.says) ? [] : [`the record says nothing of /${String(expect.says)}/`]),
  ]
}

function outcomeProblem({ outcome, reason }: AttackDefinition['expect'], record: TrialRecord): string[] {
  const why = record.reason ?? ''
  if (!outcome.includes(record.outcome))
    return [`the trial should be ${outcome.join(' or ')} and is ${record.outcome}: ${short(why)}`]
  return matches(why, reason) ? [] : [`the trial is ${record.outcome}, but not for /${String(reason)}/: ${short(why)}`]
}

function verdictProblem({ status, reason }: Expected, verdict: Verdict | undefined): string[] {
  if (!verdict) return ['a verdict is missing']
  const { testcode } = verdict
  const why = verdict.reason ?? ''
  if (!status.includes(verdict.status))
    return [`${testcode} should be ${status.join(' or ')} and is ${verdict.status}: ${short(why)}`]
  if (matches(why, reason)) return []
  return [`${testcode} is ${verdict.status}, but not for /${String(reason)}/: ${short(why)}`]
}

function says(record: TrialRecord, pattern: string | undefined): boolean {
  return matches(JSON.stringify(record), pattern)
}

function matches(text: string, pattern: string | undefined): boolean {
  return pattern === undefined || new RegExp(pattern, 'is').test(text)
}

const LONGEST = 300

/** One line, without anything that a terminal would take for more than text. */
export function short(text: string): string {
  const line = text.replaceAll(/[^\x20-\x7e\u00a0-\u{10ffff}]+/gu, ' ').trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}
