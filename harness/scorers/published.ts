import type { Scorer } from '../contracts/types.ts'
import { libraryScorers } from './published/libraries.ts'
import { repoCraftScorers } from './published/repocraft.ts'
import type { LookTools } from './repository/look.ts'

/** Scorers of what a benchmark's own paper publishes beside its verdicts, by the name of the benchmark. */
const published: Readonly<Record<string, (tools: LookTools) => readonly Scorer[]>> = {
  codeprojecteval: () => libraryScorers,
  devbench: () => libraryScorers,
  repocraft: repoCraftScorers,
}

export function publishedScorers(benchmark: string, tools: LookTools): readonly Scorer[] {
  return Object.hasOwn(published, benchmark) ? (published[benchmark]?.(tools) ?? []) : []
}
