import type { MeasuringTools, Paper } from '../contracts/paper.ts'
import type { Scorer } from '../contracts/types.ts'

/** Scorers of what a benchmark's own paper publishes beside its verdicts. */
export async function publishedScorers(
  benchmark: string,
  papers: readonly Paper[],
  tools: MeasuringTools,
): Promise<readonly Scorer[]> {
  const paper = papers.find(({ benchmarks }) => Object.hasOwn(benchmarks, benchmark))
  return (await paper?.scorers?.(benchmark, tools)) ?? []
}
