import { percent } from '../percent.ts'
import type { GroupInfo } from './data.ts'

/** The result of a report in one sentence. */
export function sentenceOf(groups: readonly GroupInfo[], missions: number): string {
  const judged = groups.filter(({ score }) => score !== null)
  const [only] = groups
  if (judged.length === 0) return 'Nothing was judged.'
  if (only && groups.length === 1) return ofOne(only, missions)
  const ranked = judged.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))
  const best = ranked[0]?.score ?? 0
  const leaders = ranked.filter(({ score }) => score === best)
  if (leaders.length === groups.length) return `${list(leaders)} all score ${percent(best)}.`
  const next = ranked[leaders.length]
  const lead = `${list(leaders)} ${leaders.length === 1 ? 'leads' : 'share the lead'} with ${percent(best)} of the points`
  return next ? `${lead}; ${nameOf(next)} follows with ${percent(next.score)}.` : `${lead}.`
}

function ofOne({ label, points, runnable, trials }: GroupInfo, missions: number): string {
  const on = `on ${missions === 1 ? 'one mission' : `${String(missions)} missions`}`
  const ran =
    runnable.passed === trials ? 'every project runs' : `${String(runnable.passed)} of ${String(trials)} projects run`
  if (points.passed === points.total) return `${label} passes all ${String(points.total)} points ${on}; ${ran}.`
  return `${label} passes ${String(points.passed)} of ${String(points.total)} points ${on}; ${ran}.`
}

/** Kept on one line, without the dots between its parts. */
function nameOf({ label }: GroupInfo): string {
  return label.replaceAll(' · ', '\u00a0')
}

const MOST_NAMES = 3

function list(groups: readonly GroupInfo[]): string {
  const names = groups.map(nameOf)
  if (names.length > MOST_NAMES) names.splice(MOST_NAMES - 1, Infinity, `${String(names.length - MOST_NAMES + 1)} more`)
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
}
