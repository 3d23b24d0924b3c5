/** The tables of the papers that published a benchmark, by its name. */
import type { PaperTable } from '../lib/statistics/paper-table.ts'
import { projDevBenchTables } from './projdevbench/tables.ts'
import { projectEvalTables } from './projecteval/tables.ts'

export const paperTables: Readonly<Record<string, readonly PaperTable[]>> = {
  projdevbench: projDevBenchTables,
  projecteval: projectEvalTables,
}
