/** The tables of the papers that published a benchmark, by its name. */
import type { PaperTable } from '../lib/statistics/paper-table.ts'
import { codeProjectEvalTables, devBenchTables, repoCraftTables } from './library-tables.ts'
import { projDevBenchTables } from './projdevbench/tables.ts'
import { projectEvalTables } from './projecteval/tables.ts'

export const paperTables: Readonly<Record<string, readonly PaperTable[]>> = {
  codeprojecteval: codeProjectEvalTables,
  devbench: devBenchTables,
  projdevbench: projDevBenchTables,
  projecteval: projectEvalTables,
  repocraft: repoCraftTables,
}
