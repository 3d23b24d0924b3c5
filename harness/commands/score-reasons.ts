import { printable, shortenText } from '../reporters/printable.ts'
import type { NamedScore } from '../contracts/schema.ts'
import { pluralise } from '../lib/wording/count.ts'

/** Reasons that are listed, and characters of each; `--json` has all. */
const LISTED = 10
const LONGEST = 200

/** Why there are fewer scores than there could be, a line for each reason; empty if nothing is missing. */
export function reasonLines(scores: readonly NamedScore[]): string[] {
  const counts = new Map<string, number>()
  for (const { name, score } of scores) {
    if (score.scored) continue
    const reason = shortenText(printable(`${name}: ${score.reason.split('\n')[0] ?? ''}`), LONGEST)
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  const ranked = [...counts].toSorted(([, a], [, b]) => b - a)
  const lines = ranked.slice(0, LISTED).map(([reason, count]) => `  ${String(count)} × ${reason}`)
  const more = ranked.length - lines.length
  if (lines.length === 0) return []
  return ['Not scored:', ...lines, ...(more > 0 ? [`  … and ${String(more)} more reasons; --json has all`] : [])]
}

/** Trials that cannot be scored yet. */
export function pendingLines(pending: number): string[] {
  return pending === 0
    ? []
    : [`Not scored: ${pluralise(pending, 'trial')} without a finished agent; pe run --resume RUN continues them`]
}
