/** How a repository grows by rounds of extension. */
import * as z from 'zod'
import type { Measure } from '../../../contracts/schema.ts'
import type { ScoredTrial } from '../../../contracts/types.ts'
import { coverageOf, noveltyOf } from '../../../lib/statistics/features.ts'
import type { MeasuringTools } from '../../../contracts/paper.ts'
import { lookAt, withPool, type Look } from './look.ts'

const roundSchema = z.strictObject({
  round: z.int().positive(),
  coverage: z.number().describe('Percent of the categories.'),
  novelty: z.number().nullable().describe('Percent of the features; null without features.'),
  features: z.int().nonnegative(),
  files: z.int().nonnegative(),
  lines: z.int().nonnegative(),
  tokens: z.int().nonnegative(),
})
export const growthDetail = z.strictObject({ embedder: z.string(), rounds: z.array(roundSchema) })

const NO_ROUNDS = 'the project was not extended in rounds: use --rounds'

type Round = z.infer<typeof roundSchema>

/** The coverage that the rounds after the first one have added. A round that changes nothing is no submission of its own. */
export async function growth(trial: ScoredTrial, tools: MeasuringTools): Promise<Measure> {
  const projects = await trial.submissions()
  if (projects.length === 0) return { scored: false, applicable: false, reason: NO_ROUNDS }
  const looks = await withPool(tools, async (pool) => {
    const all: Look[] = []
    for (const project of projects) all.push(await lookAt(project, trial, tools, pool))
    return all
  })
  const rounds = looks.map(roundOf)
  const value = (rounds.at(-1)?.coverage ?? 0) - (rounds[0]?.coverage ?? 0)
  const embedder = looks[0]?.survey.embedder ?? ''
  return { scored: true, value, unit: '%', better: 'higher', detail: { embedder, rounds } }
}

function roundOf({ survey, assignments, categories }: Look, index: number): Round {
  const share = noveltyOf(assignments)
  return {
    round: index + 1,
    coverage: 100 * coverageOf(assignments, categories.length),
    novelty: share === undefined ? null : 100 * share,
    features: assignments.length,
    ...survey.size,
  }
}
