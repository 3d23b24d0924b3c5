/** The tables of the papers that published a benchmark, by its name. */
import type { Paper } from '../contracts/paper.ts'
import type { PaperTables } from '../contracts/paper-tables.ts'
import { codeProjectEvalTables, devBenchTables, repoCraftTables } from './library-tables.ts'
import { projDevBenchTables } from './projdevbench/tables.ts'
import { projectEvalTables } from './projecteval/tables.ts'

export type TablesByBenchmark = Readonly<Record<string, PaperTables>>

export const paperTables: TablesByBenchmark = {
  codeprojecteval: { tables: codeProjectEvalTables },
  devbench: { tables: devBenchTables },
  projdevbench: { tables: projDevBenchTables },
  projecteval: { tables: projectEvalTables },
  repocraft: { tables: repoCraftTables },
}

/** With those in the folders of papers. */
export async function allTables(papers: readonly Paper[]): Promise<TablesByBenchmark> {
  const own = await Promise.all(papers.flatMap(({ tables }) => tables?.() ?? []))
  return Object.assign({}, paperTables, ...own) as TablesByBenchmark
}
