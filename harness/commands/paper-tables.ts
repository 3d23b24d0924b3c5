import type { Paper } from '../contracts/paper.ts'
import type { PublishedTable, RunRecord } from '../contracts/schema.ts'
import type { RunData } from '../lib/statistics/sides.ts'
import { publishedTable, type MadeTable } from '../reporters/tables/formats.ts'
import { resultFiles } from '../store/store.ts'
import { allTables, tablesForRun, tablesOf } from './tables.ts'

/** The tables of the paper for the report of a run; its trials are read only if there are any. */
export function reportTables(papers: readonly Paper[]) {
  return async (folder: string, run: RunRecord): Promise<PublishedTable[]> => {
    const all = await allTables(papers)
    if (tablesForRun(run, all) === undefined) return []
    return withRows(tablesOf([await resultFiles.read(folder)], {}, all))
  }
}

/** Those that rank agents, for leaderboards. Empty for runs of other benchmarks. */
export async function rankingTables(runs: readonly RunData[], papers: readonly Paper[]): Promise<PublishedTable[]> {
  const all = await allTables(papers)
  const having = runs.filter(({ run }) => tablesForRun(run, all) !== undefined)
  return withRows(tablesOf(having, { wanted: ({ ranks }) => ranks === true }, all))
}

/** A run of some missions has nothing for tables of others. */
function withRows(tables: readonly MadeTable[]): PublishedTable[] {
  return tables.filter(({ rows }) => rows.length > 0).map(publishedTable)
}
