import type { Scorer } from '../contracts/types.ts'
import { libraryScorers } from './published/libraries.ts'

/** Scorers of what a benchmark's own paper publishes beside its verdicts, by the name of the benchmark. */
const published: Readonly<Record<string, readonly Scorer[]>> = {
  codeprojecteval: libraryScorers,
  devbench: libraryScorers,
}

export function publishedScorers(benchmark: string): readonly Scorer[] {
  return Object.hasOwn(published, benchmark) ? (published[benchmark] ?? []) : []
}
