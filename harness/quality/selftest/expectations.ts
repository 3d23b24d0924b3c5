import type { TrialRecord, Verdict } from '../../contracts/schema.ts'
import type { AttackDefinition, Expected } from './schema.ts'

/** The differences between the record of a trial and the attack's expectations, one line each. */
export function disagreements({ expect }: AttackDefinition, record: TrialRecord): string[] {
  return [
    ...outcomeProblem(expect, record),
    ...(expect.runnable ? verdictProblem(expect.runnable, record.runnable) : []),
    ...Object.entries(expect.testcodes).flatMap(([id, expected]) =>
      verdictsOf(id, expect.testcodes, record).flatMap((verdict) => verdictProblem(expected, verdict)),
    ),
    ...(says(record, expect.says) ? [] : [`the record does not match /${String(expect.says)}/`]),
  ]
}

/** The verdicts that an expectation is about; a missing one is a problem. */
function verdictsOf(
  id: string,
  expected: AttackDefinition['expect']['testcodes'],
  { verdicts }: TrialRecord,
): (Verdict | undefined)[] {
  if (id !== '*') return [verdicts.find(({ testcode }) => testcode === id)]
  const others = verdicts.filter(({ testcode, status }) => !Object.hasOwn(expected, testcode) && status !== 'excluded')
  return others.length === 0 ? [undefined] : others
}

function outcomeProblem({ outcome, reason }: AttackDefinition['expect'], record: TrialRecord): string[] {
  const why = record.reason ?? ''
  if (!outcome.includes(record.outcome))
    return [`the trial is ${record.outcome}, expected ${outcome.join(' or ')}: ${short(why)}`]
  return matches(why, reason)
    ? []
    : [`the trial is ${record.outcome}, but its reason does not match /${String(reason)}/: ${short(why)}`]
}

function verdictProblem({ status, reason }: Expected, verdict: Verdict | undefined): string[] {
  if (!verdict) return ['the verdict of a testcode is missing']
  const { testcode } = verdict
  const why = verdict.reason ?? ''
  if (!status.includes(verdict.status))
    return [`${testcode} is ${verdict.status}, expected ${status.join(' or ')}: ${short(why)}`]
  if (matches(why, reason)) return []
  return [`${testcode} is ${verdict.status}, but its reason does not match /${String(reason)}/: ${short(why)}`]
}

function says(record: TrialRecord, pattern: string | undefined): boolean {
  return matches(JSON.stringify(record), pattern)
}

function matches(text: string, pattern: string | undefined): boolean {
  return pattern === undefined || new RegExp(pattern, 'is').test(text)
}

const LONGEST = 300

/** One line without control characters. */
export function short(text: string): string {
  const line = text.replaceAll(/[^\x20-\x7e\u00a0-\u{10ffff}]+/gu, ' ').trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}
