import type { Summary } from '../contracts/schema.ts'

/**
 * A budget counts each call when it is made, and a summary counts the calls of trials that have ended.
 * @returns A part of a sentence that has both figures, to be added to the reason why a budget refused a call; empty if every
 *   trial has ended
 */
export function summaryLeavesOut({ groups }: Pick<Summary, 'groups'>): string {
  if (groups.every(({ pending }) => pending === undefined)) return ''
  const uses = groups.flatMap(({ use }) => (use === undefined ? [] : [use]))
  const tokens = sumOf(uses.map((use) => use.tokens && use.tokens.input + use.tokens.output))
  const paid = sumOf(uses.map((use) => use.paid))
  const counts = [
    ...(tokens === null ? [] : [`${String(tokens)} tokens`]),
    ...(paid === null ? [] : [`${paid.toFixed(4)} US dollars paid`]),
  ].join(' and ')
  const figures = counts === '' ? '' : `, and has ${counts}`
  return `; the summary leaves out calls of trials that have not ended${figures}`
}

/** Null if one of the values is unknown. */
function sumOf(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0)
}
