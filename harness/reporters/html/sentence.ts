import { allPoints, certainScore, isWeighted, percent, scoreText, openText } from '../percent.ts'
import { pointsText } from '../points.ts'
import { areLibraries, type GroupInfo, type MissionInfo } from './data.ts'

/** The result of a report in one sentence. */
export function sentenceOf(groups: readonly GroupInfo[], missions: readonly Pick<MissionInfo, 'kind'>[]): string {
  const judged = groups.filter((group) => certainScore(group) !== null)
  const [only] = groups
  if (groups.every(({ points }) => points.total === 0))
    return groups.some(({ pending }) => (pending?.points ?? 0) > 0)
      ? 'Nothing has been judged yet.'
      : 'Nothing was judged.'
  if (only && groups.length === 1) return ofOne(only, missions)
  const ranked = judged.toSorted((a, b) => (certainScore(b) ?? 0) - (certainScore(a) ?? 0))
  const best = (ranked[0] && certainScore(ranked[0])) ?? 0
  const leaders = ranked.filter((group) => certainScore(group) === best)
  const sure = leaders.every((group) => openText(group) === undefined) ? '' : 'at least '
  if (leaders.length === groups.length) return `${list(leaders)} all score ${sure}${percent(best)}.`
  const next = ranked[leaders.length]
  const lead = `${list(leaders)} ${leaders.length === 1 ? 'leads' : 'share the lead'} with ${groups.some(isWeighted) ? `a score of ${sure}${percent(best)}` : `${sure}${percent(best)} of the points`}`
  return next ? `${lead}; ${nameOf(next)} follows with ${scoreText(next)}.` : `${lead}.`
}

function ofOne(group: GroupInfo, missions: readonly Pick<MissionInfo, 'kind'>[]): string {
  const { label, points } = group
  const unjudged = openText(group)
  const count = missions.length - (group.unscored ?? []).reduce((sum, unscored) => sum + unscored.missions.length, 0)
  const on = `on ${count === 1 ? 'one mission' : `${String(count)} missions`}`
  const ran = ranText(group, areLibraries(missions))
  if (isWeighted(group)) return weighted(group, on, ran)
  if (unjudged !== undefined)
    return `${label} passes at least ${percent(certainScore(group))} of the points ${on}: ${pointsText(points.passed)} passed, and ${unjudged}${ran}.`
  if (points.passed === points.total) return `${label} passes all ${pointsText(points.total)} points ${on}${ran}.`
  return `${label} passes ${pointsText(points.passed)} of ${pointsText(points.total)} points ${on}${ran}.`
}

/** Nothing if tests can import all libraries: a library does not run by itself. */
function ranText({ runnable, trials }: GroupInfo, areLibraries: boolean): string {
  const all = runnable.passed === trials
  const some = `${String(runnable.passed)} of ${String(trials)} projects`
  if (areLibraries) return all ? '' : `; tests can import ${some}`
  return all ? '; every project runs' : `; ${some} run`
}

function weighted(group: GroupInfo, on: string, ran: string): string {
  const unjudged = openText(group)
  const points = `${pointsText(group.points.passed)} of ${pointsText(allPoints(group))} points`
  return `${group.label} scores ${scoreText(group)} ${on}, with ${points}${unjudged === undefined ? '' : `, and ${unjudged}`}${ran}.`
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
