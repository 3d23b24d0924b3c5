/** The tables and figures of the paper of ProjDevBench. */
import type { PaperTable, PaperTables } from '../../contracts/paper-tables.ts'
import { correlations, distribution, effort } from './tables/effort.ts'
import { agreement, modelCriteria } from './tables/people.ts'
import { categories, problems } from './tables/problems.ts'
import { scores, statuses } from './tables/scores.ts'

const tables: readonly PaperTable[] = [
  { id: '2', title: 'Execution, code review and final score, of 100', ranks: true, make: scores },
  { id: '3', title: 'Status of submissions', make: statuses },
  { id: '4', title: 'Spearman correlations over problems', make: correlations },
  { id: '5', title: 'Problems', make: problems },
  { id: '6', title: 'Final score and effort by problem', make: effort },
  { id: 'fig4', title: 'Problems of each category', make: categories },
  { id: 'fig5', title: 'Agreement of the judging model with people', comparesPeople: true, make: agreement },
  { id: 'H', title: 'Distribution of final scores, and correlations', make: distribution },
]

export const projDevBenchTables: PaperTables = { tables, criteria: modelCriteria }
