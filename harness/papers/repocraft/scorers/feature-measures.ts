/** Coverage and novelty of the features of a project. */
import * as z from 'zod'
import type { Measure } from '../../../contracts/schema.ts'
import type { ScoredTrial } from '../../../contracts/types.ts'
import { coverageOf, noveltyOf, type Assignment } from '../../../lib/statistics/features.ts'
import type { Look, Looks } from './look.ts'
import type { Survey } from './survey.ts'

/** Names of features in the details of a measure. */
const SHOWN = 20
const SHOWN_NOVEL = 500

export const coverageDetail = z.strictObject({
  embedder: z.string(),
  model: z.string().optional().describe('The model that refined the categories.'),
  covered: z.int().nonnegative(),
  categories: z.array(z.strictObject({ id: z.string(), features: z.int(), names: z.array(z.string()) })),
  tooMany: z.int().nonnegative().describe('Features that were not compared.'),
  leftOut: z.array(z.strictObject({ path: z.string(), reason: z.string() })),
})
export const noveltyDetail = z.strictObject({
  embedder: z.string(),
  model: z.string().optional(),
  features: z.int().nonnegative(),
  outside: z.int().nonnegative(),
  names: z.array(z.string()),
})

/** Whether the categories are those of the clustering, or those of a model that began from them. */
export type By = 'clusters' | 'model'

/** An agent without a project covers nothing. If the harness is the reason, nothing is known. */
export async function coverage(looks: Looks, trial: ScoredTrial, by: By): Promise<Measure> {
  const look = await looks(trial)
  if (look) return measured(look, by, coverageMeasure)
  if (trial.record.outcome === 'no-project') return { scored: true, value: 0, unit: '%', better: 'higher' }
  return { scored: false, reason: NO_PROJECT }
}

export async function novelty(looks: Looks, trial: ScoredTrial, by: By): Promise<Measure> {
  const look = await looks(trial)
  return look ? measured(look, by, noveltyMeasure) : { scored: false, reason: NO_PROJECT }
}

export const NO_PROJECT = 'there is no project'

type OfAssignments = (look: Look, assignments: readonly Assignment[], model: string | undefined) => Measure

async function measured(look: Look, by: By, measure: OfAssignments): Promise<Measure> {
  if (by === 'clusters') return measure(look, look.assignments, undefined)
  if (!look.refine) return { scored: false, reason: 'no model refines the categories: name one with --judge' }
  return measure(look, await look.refine(), look.model)
}

function coverageMeasure({ survey, categories }: Look, assignments: readonly Assignment[], model?: string): Measure {
  const features = categories.map((_, index) => survey.features.filter((_, at) => assignments[at] === index))
  return {
    scored: true,
    value: 100 * coverageOf(assignments, categories.length),
    unit: '%',
    better: 'higher',
    detail: {
      embedder: survey.embedder,
      ...(model === undefined ? {} : { model }),
      covered: features.filter((each) => each.length > 0).length,
      categories: categories.map(({ id }, index) => {
        const own = features[index] ?? []
        return { id, features: own.length, names: own.slice(0, SHOWN).map(nameOf) }
      }),
      tooMany: survey.tooMany,
      leftOut: survey.leftOut.slice(0, SHOWN_NOVEL),
    } satisfies z.infer<typeof coverageDetail>,
  }
}

/** More novelty is neither better nor worse. */
function noveltyMeasure({ survey }: Look, assignments: readonly Assignment[], model?: string): Measure {
  const share = noveltyOf(assignments)
  if (share === undefined) return { scored: false, reason: 'the project has no features' }
  const outside = survey.features.filter((_, index) => assignments[index] === undefined)
  return {
    scored: true,
    value: 100 * share,
    unit: '%',
    detail: {
      embedder: survey.embedder,
      ...(model === undefined ? {} : { model }),
      features: assignments.length,
      outside: outside.length,
      names: outside.slice(0, SHOWN_NOVEL).map(nameOf),
    } satisfies z.infer<typeof noveltyDetail>,
  }
}

function nameOf({ file, name }: Survey['features'][number]): string {
  return `${file}:${name}`.slice(0, 400)
}
