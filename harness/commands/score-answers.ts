import type { Paper } from '../contracts/paper.ts'
import { openBenchmark, selectMissions } from '../benchmarks/index.ts'
import { questionsOf } from '../trial/brief.ts'
import { UsageError } from '../errors.ts'
import { readAnswers, type PublishedProject } from '../benchmarks/projecteval/answers.ts'
import { readDataset, type PublishedMission } from '../benchmarks/projecteval/dataset.ts'
import { projectIdOf } from '../benchmarks/projecteval/ids.ts'
import { publishedCanonical, publishedWork, usableWork } from '../benchmarks/projecteval/works.ts'
import type { NamedScore, Setting } from '../contracts/schema.ts'
import type { ScorerPool } from '../scorers/pool.ts'
import { canonicalWork } from '../run/scoring.ts'
import type { Benchmark, Mission, Work } from '../contracts/types.ts'

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
  if (benchmark.name !== 'projecteval')
    throw new UsageError(`published answers belong to the benchmark projecteval:DIR, not to "${spec}"`)
  const missions = await selectMissions(benchmark, [])
  const { projects, warnings } = await readAnswers(file)
  const sides = setting === 'paper' ? await asPublished(benchmark) : strictly(benchmark)
  const scored = await Promise.all(
    missions.map(async (mission) => {
      const { produced, canonical } = await sides(mission, projects.get(projectIdOf(mission.id)))
      const { scores } = await pool.score({ produced, canonical, settings: [setting] })
      return [mission.id, scores] as const
    }),
  )
  return { missions: new Map(scored), warnings }
}

interface Sides {
  readonly produced: Work
  readonly canonical: Work
}
type Compare = (mission: Mission, project: PublishedProject | undefined) => Promise<Sides>

async function asPublished({ source }: Benchmark): Promise<Compare> {
  const { missions } = await readDataset(source)
  const published = new Map<string, PublishedMission>(missions.map((mission) => [mission.id, mission]))
  return (mission, project) => {
    const canonical = published.get(projectIdOf(mission.id))
    return Promise.resolve({
      produced: project ? publishedWork(project.raw) : {},
      canonical: canonical ? publishedCanonical(canonical) : {},
    })
  }
}

function strictly(benchmark: Benchmark): Compare {
  return async (mission, project) => ({
    produced: project ? usableWork(project, questionsOf(mission)) : {},
    canonical: await canonicalWork(mission, benchmark),
  })
}
