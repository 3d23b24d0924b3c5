/** Sentences below the tables: what is unknown, and what differs from the paper. */
import { suiteTallies } from '../../../lib/statistics/trial-score.ts'
import { groupBy } from '../../../lib/collections/group-by.ts'
import { pluralise } from '../../../lib/wording/count.ts'
import { GAMES, type Game, type Play } from './plays.ts'

/** Samples of each cell of the paper. */
const SAMPLES = 10

/** @param shown What the table shows besides success */
export function notesOn(
  plays: readonly Play[],
  games: readonly Game[],
  shown: readonly ('files' | 'architecture' | 'time')[],
): string[] {
  return [
    ...missingNotes(plays, games),
    ...sampleNotes(plays),
    ...unjudgedNotes(plays),
    ...(shown.includes('time') ? timeNotes(plays) : []),
    ...(shown.includes('files') && plays.some(hasNoFacts)
      ? ['Files are unknown for some projects: pe score RUN counts them.']
      : []),
    ...(shown.includes('architecture') && plays.some(({ scores, trial }) => scores.size === 0 && hasProject(trial))
      ? ['Some projects have no scores of their architecture: pe score RUN computes them.']
      : []),
  ]
}

function hasProject({ outcome }: Play['trial']): boolean {
  return outcome !== 'no-project'
}

function hasNoFacts({ facts, trial }: Play): boolean {
  return facts === undefined && hasProject(trial)
}

function missingNotes(plays: readonly Play[], games: readonly Game[]): string[] {
  const missing = games.filter((game) => plays.every((play) => play.game !== game))
  return missing.length === 0 ? [] : [`Not in these runs: ${missing.map((game) => GAMES[game]).join(', ')}.`]
}

function sampleNotes(plays: readonly Play[]): string[] {
  const cells = groupBy(plays, ({ method, game }) => JSON.stringify([method, game]))
  const other = [...new Set([...cells.values()].map(({ length }) => length))].filter((count) => count !== SAMPLES)
  if (other.length === 0) return []
  return [
    `Samples of some cells: ${other.toSorted((a, b) => a - b).join(', ')}; of those of the paper: ${String(SAMPLES)}.`,
  ]
}

/** Trials of which nothing was judged are in no cell. */
function unjudgedNotes(plays: readonly Play[]): string[] {
  const unjudged = plays
    .map(({ trial }) => suiteTallies(trial))
    .filter((suites) => suites.some(({ judged }) => judged > 0))
    .flatMap((suites) => suites.map((suite) => suite.unjudged))
    .reduce((sum, points) => sum + points, 0)
  return unjudged === 0 ? [] : [`Counted as not passed: ${pluralise(unjudged, 'unjudged point')}.`]
}

function timeNotes(plays: readonly Play[]): string[] {
  if (plays.length === 0) return []
  const isReused = plays.some(({ trial }) => (trial.agent?.reused ?? 0) > 0)
  return [
    'Time is that of the agent on the machine of the run, until its project is there.',
    ...(isReused ? ['It is unknown for projects whose answers came from the cache.'] : []),
  ]
}
