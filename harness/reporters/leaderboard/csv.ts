import { csvLine } from '../formats/csv.ts'
import type { Leaderboard } from '../../contracts/schema.ts'
import { columnsOf, suiteColumnName, suiteColumns, type Column } from './table.ts'

/** Shares from 0 to 1; an empty cell is unknown. */
export function* leaderboardCsv(board: Leaderboard): Iterable<string> {
  const columns = columnsOf(board)
  const detailed = columns.filter(({ cell }) => cell !== undefined)
  const names = columns.map(nameOf)
  const suites = suiteColumns(board)
  const details = detailed
    .map(nameOf)
    .flatMap((name) => [`${name} from`, `${name} to`, `${name} best`, `${name} samples`, `${name} unjudged`])
  yield csvLine([
    'Agent',
    'Version',
    'Date',
    'Output Format',
    ...names,
    ...details,
    ...suites.map(suiteColumnName),
    'Runs',
  ])
  for (const row of board.rows) {
    const more = detailed.flatMap(({ cell }) => {
      const { interval = null, best = null, samples = 0, unjudged = 0 } = cell?.(row) ?? {}
      return [interval?.low ?? null, interval?.high ?? null, best, samples, unjudged]
    })
    const ofSuites = suites.map(({ score }) => score(row))
    const scores = columns.map(({ score }) => score(row))
    yield csvLine([
      row.agent,
      row.version ?? null,
      row.date,
      row.outputFormat,
      ...scores,
      ...more,
      ...ofSuites,
      row.runs.join(' '),
    ])
  }
}

function nameOf({ group, name }: Column): string {
  const plain = name.replaceAll(/[ .]/g, '')
  return group === '' ? plain.replace('All', 'All-') : `${group}-${plain}`
}
