import { paperTables } from '../benchmarks/tables.ts'
import type { PublishedTable, RunRecord } from '../contracts/schema.ts'
import type { RunData } from '../lib/statistics/sides.ts'
import { publishedTable } from '../reporters/tables/formats.ts'
import { resultFiles } from '../store/store.ts'
import { tablesOf } from './tables.ts'

function hasTables({ benchmark }: RunRecord): boolean {
  return Object.hasOwn(paperTables, benchmark.name)
}

/** The tables of the paper for the report of a run; its trials are read only if there are any. */
export async function reportTables(folder: string, run: RunRecord): Promise<PublishedTable[]> {
  return hasTables(run) ? tablesOf([await resultFiles.read(folder)]).map(publishedTable) : []
}

/** Those that rank agents, for leaderboards. Empty for runs of other benchmarks. */
export function rankingTables(runs: readonly RunData[]): PublishedTable[] {
  const having = runs.filter(({ run }) => hasTables(run))
  return tablesOf(having, { wanted: ({ ranks }) => ranks === true }).map(publishedTable)
}
