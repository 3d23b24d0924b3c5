/** The tables of the paper of ProjectEval. */
import type { PaperTable } from '../../lib/statistics/paper-table.ts'
import { canonicalSizes } from './tables/canonical.ts'
import { failures } from './tables/failures.ts'
import { bestAndMeanRates, meanRates } from './tables/rates.ts'
import { similarities } from './tables/similarities.ts'

export const projectEvalTables: readonly PaperTable[] = [
  { id: '1', also: ['2', '6'], title: 'Size of the benchmark: its row in tables 1, 2 and 6', make: canonicalSizes },
  { id: '4', title: 'Pass rates: mean of the samples (Pass@5 in the paper), percent', make: meanRates },
  { id: '5', title: 'Similarity to the canonical solutions, percent', ranks: true, make: similarities },
  {
    id: '7',
    title: 'Pass rates: best sample (Pass@1 in the paper) and mean of the samples (Pass@5), percent',
    ranks: true,
    make: bestAndMeanRates,
  },
  { id: '5.1', title: 'Failure classes, percent of the projects', ranks: true, make: failures },
]
