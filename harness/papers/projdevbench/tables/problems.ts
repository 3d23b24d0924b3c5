/** Table 5, the problems; figure 4, how many of them are in each category. */
import { groupBy } from '../../../lib/collections/group-by.ts'
import type { TableContent } from '../../../lib/statistics/paper-table.ts'
import type { RunData } from '../../../lib/statistics/sides.ts'
import { problemsIn, type Problem } from './trials.ts'

/** Problems of the paper. */
const PROBLEMS = 20

export function problems(runs: readonly RunData[]): TableContent {
  const all = problemsIn(runs)
  const column = (name: string, digits = 0) => ({ group: '', name, digits })
  return {
    of: 'ID',
    columns: [
      ...['Problem name', 'Category', 'Difficulty', 'Submit', 'Tests'].map((name) => column(name)),
      column('Time (s)', 1),
      column('Mem (MiB)'),
      column('Avg score', 2),
    ],
    rows: all.map((problem) => {
      const { id, title, tags = [], details = {} } = problem
      const { submit, ids, seconds, memoryMiB, students } = details
      const [category, difficulty] = tags
      return {
        name: id,
        cells: [title, category, difficulty, submit, ids, seconds, memoryMiB, students].map((cell) => cell ?? null),
      }
    }),
    notes: [
      'Tests are judge ids, as in the paper. Time and memory are the most of all points; scores are those of students, as published.',
      ...missingNotes(all),
    ],
  }
}

export function categories(runs: readonly RunData[]): TableContent {
  const all = problemsIn(runs)
  const known = groupBy(
    all.filter(({ tags = [] }) => tags.length > 0),
    ({ tags: [category = ''] = [] }) => category,
  )
  const rows = [...known].map(([name, own]) => ({ name, cells: [own.length, (own.length / all.length) * 100] }))
  return {
    of: 'Category',
    columns: [
      { group: '', name: 'Problems', digits: 0 },
      { group: '', name: 'Percentage', digits: 0 },
    ],
    rows: rows.toSorted((a, b) => (b.cells[0] ?? 0) - (a.cells[0] ?? 0) || a.name.localeCompare(b.name, 'en')),
    notes: missingNotes(all),
  }
}

function missingNotes(all: readonly Problem[]): string[] {
  return [
    ...(all.length < PROBLEMS ? [`These runs have ${String(all.length)} of the ${String(PROBLEMS)} problems.`] : []),
    ...(all.some(({ details, tags = [] }) => details === undefined || tags.length === 0)
      ? ['Some problems have no category or details: a folder without README.md, or a run of an older version.']
      : []),
  ]
}
