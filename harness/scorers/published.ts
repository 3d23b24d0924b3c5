import type { Scorer } from '../contracts/types.ts'
import { libraryScorers } from './published/libraries.ts'
import { repoCraftScorers, type PublishedTools } from './published/repocraft.ts'

/** Scorers of what a benchmark's own paper publishes beside its verdicts, by the name of the benchmark. */
const published: Readonly<Record<string, (tools: PublishedTools) => readonly Scorer[]>> = {
  codeprojecteval: () => libraryScorers,
  devbench: () => libraryScorers,
  repocraft: repoCraftScorers,
}

export function publishedScorers(benchmark: string, tools: PublishedTools): readonly Scorer[] {
  return Object.hasOwn(published, benchmark) ? (published[benchmark]?.(tools) ?? []) : []
}
