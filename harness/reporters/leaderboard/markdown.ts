import { code } from '../formats/markdown.ts'
import type { Leaderboard } from '../../contracts/schema.ts'
import { line, publishedMarkdown } from './published.ts'
import { columnsOf, atLeast, footnotes, hasFormats, nameOf, points, suiteColumnName, suiteColumns } from './table.ts'

export function* leaderboardMarkdown(board: Leaderboard): Iterable<string> {
  const columns = columnsOf(board)
  const suites = suiteColumns(board)
  const formats = hasFormats(board)
  const heads = [
    'Agent',
    ...(formats ? ['Output format'] : []),
    ...columns.map(({ group, name }) => `${group} ${name}`.trim()),
    ...suites.map((suite) => code(suiteColumnName(suite))),
  ]
  yield line(heads)
  yield line(heads.map((_, index) => (index < (formats ? 2 : 1) ? '---' : '---:')))
  for (const row of board.rows) {
    const scores = columns.map(
      ({ score, cell }) =>
        `${atLeast(cell?.(row))}${points(score(row))}${cell?.(row)?.incomplete === true ? '\\*' : ''}`,
    )
    yield line([
      code(nameOf(row)),
      ...(formats ? [row.outputFormat === null ? '–' : code(row.outputFormat)] : []),
      ...scores,
      ...suites.map(({ score }) => points(score(row))),
    ])
  }
  const notes = footnotes(board, code).map((note) => note.replace(/^\*/, '\\*'))
  yield `\n${[...notes, ...board.forced.map((reason) => `Forced: ${code(reason)}`)].join('  \n')}\n`
  yield* publishedMarkdown(board.tables)
}
