/** Tables of the paper of RepoCraft. */
import type { PaperTable, RunData, TableContent } from '../../contracts/paper-tables.ts'
import { groupBy } from '../../lib/collections/group-by.ts'
import { mean } from '../../lib/statistics/paper-table.ts'
import { agentNames } from '../../lib/statistics/row-names.ts'

export const repoCraftTables: readonly PaperTable[] = [
  {
    id: '2',
    title: 'Coverage, novelty, accuracy and size, means over the libraries',
    ranks: true,
    make: (runs) => measuresOf(runs, ({ agent }) => agent),
  },
  {
    id: '18',
    also: ['19', '20', '21', '22', '23'],
    title: 'Coverage, novelty, accuracy and size by library',
    make: (runs) => measuresOf(runs, ({ agent, library }) => `${agent}, ${library}`),
  },
]

const MEASURES = [
  ['Cov. (%)', 'coverage', 1],
  ['Nov. (%)', 'novelty', 1],
  ['Pass. (%)', 'pass-rate', 1],
  ['Vot. (%)', 'vote-rate', 1],
  ['Files', 'source-files', 0],
  ['LOC', 'source-lines', 0],
  ['Tokens', 'source-tokens', 0],
] as const

interface LibraryTrial {
  readonly agent: string
  readonly library: string
  readonly values: ReadonlyMap<string, number | null>
}

function measuresOf(runs: readonly RunData[], rowOf: (trial: LibraryTrial) => string): TableContent {
  const nameOf = agentNames(runs)
  const trials = runs.flatMap(({ run, trials: all, measures = [] }) => {
    const byTrial = groupBy(measures, ({ trial = '' }) => trial)
    return all.map(({ trial }): LibraryTrial => ({
      agent: nameOf({ run, agent: trial.agent }),
      library: trial.mission,
      values: new Map((byTrial.get(trial.id) ?? []).map(({ name, value }) => [name, value])),
    }))
  })
  // Found by words alone, a measure has a name of its own.
  const isLexical = trials.some(({ values }) => values.has('lexical-coverage'))
  const valueOf = ({ values }: LibraryTrial, name: string) => values.get(name) ?? values.get(`lexical-${name}`) ?? null
  return {
    of: 'Agent',
    columns: MEASURES.map(([name, , digits]) => ({ group: '', name, digits })),
    rows: [...groupBy(trials, rowOf)].map(([name, own]) => ({
      name,
      cells: MEASURES.map(([, measure]) => mean(own.map((trial) => valueOf(trial, measure)))),
    })),
    notes: [
      ...(isLexical
        ? ['Coverage and novelty compare words: run with --embedder transformers to compare by meaning.']
        : []),
      'Tokens are leaves of syntax trees. The tasks of the paper were never published: rates are of tasks of your own.',
    ],
  }
}
