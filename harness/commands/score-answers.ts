import { benchmarkEntry, benchmarksWith, openBenchmark, selectMissions } from '../benchmarks/index.ts'
import type { Paper } from '../contracts/paper.ts'
import type { NamedScore, Setting } from '../contracts/schema.ts'
import { UsageError } from '../errors.ts'
import { canonicalWork } from '../run/scoring.ts'
import type { ScorerPool } from '../scorers/pool.ts'

export interface PublishedAnswers {
  readonly file: string
  /** `projecteval:DIR` */
  readonly benchmark: string
  readonly setting: Setting
}

export interface ScoredAnswers {
  readonly missions: ReadonlyMap<string, readonly NamedScore[]>
  /** Omitted items of the files. */
  readonly warnings: readonly string[]
}

/**
 * Scores of published answers, for each mission of the benchmark.
 * @throws UsageError if one of the files is missing or does not have the published shape
 */
export async function scoreAnswers(
  { file, benchmark: spec, setting }: PublishedAnswers,
  pool: ScorerPool,
  papers: readonly Paper[],
): Promise<ScoredAnswers> {
  const benchmark = await openBenchmark(spec, papers)
  const readAnswers = await benchmarkEntry(spec, papers)?.answers?.()
  if (!readAnswers)
    throw new UsageError(
      `published answers belong to the benchmark ${benchmarksWith('answers', papers).join(' or ')}, not to "${spec}"`,
    )
  const missions = await selectMissions(benchmark, [])
  const { works, warnings } = await readAnswers({ file, source: benchmark.source, missions, setting })
  const scored = await Promise.all(
    missions.map(async (mission) => {
      const { produced = {}, canonical } = works.get(mission.id) ?? {}
      const reference = canonical ?? (await canonicalWork(mission, benchmark))
      const { scores } = await pool.score({ produced, canonical: reference, settings: [setting] })
      return [mission.id, scores] as const
    }),
  )
  return { missions: new Map(scored), warnings }
}
