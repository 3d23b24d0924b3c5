import pLimit from 'p-limit'
import { categoriesSchema } from '../../../contracts/schema.ts'
import type { Project, ScoredTrial } from '../../../contracts/types.ts'
import { Interrupted } from '../../../errors.ts'
import type { Assignment } from '../../../lib/statistics/features.ts'
import type { MeasuringTools } from '../../../contracts/paper.ts'
import { SurveyPool } from './pool.ts'
import { refined } from './refine.ts'
import type { Survey } from './survey.ts'

/** The same in every run, so that a repository always has the same coverage. */
const SEED = 1

/** A project, surveyed. */
export interface Look {
  readonly survey: Survey
  readonly categories: readonly { readonly id: string; readonly text: string }[]
  /** By the clustering. */
  readonly assignments: readonly Assignment[]
  readonly model: string | undefined
  /** Asks the model once for all measures of a trial; undefined without a model. */
  readonly refine: (() => Promise<readonly Assignment[]>) | undefined
}
export type Looks = (trial: ScoredTrial) => Promise<Look | undefined>

/** Surveys the project of each trial once for all of its measures; undefined if there is no project. */
export function looksOf(tools: MeasuringTools): Looks {
  const known = new WeakMap<ScoredTrial, Promise<Look | undefined>>()
  const make = async (trial: ScoredTrial): Promise<Look | undefined> => {
    const project = await trial.project()
    if (!project) return undefined
    return withPool(tools, (pool) => lookAt(project, trial, tools, pool))
  }
  return (trial) => {
    const look = known.get(trial) ?? make(trial)
    known.set(trial, look)
    return look
  }
}

const oneAtATime = pLimit(1)

/** One trial is surveyed at a time, however many end together: a survey may need gigabytes. */
export function withPool<T>({ embedder }: MeasuringTools, action: (pool: SurveyPool) => Promise<T>): Promise<T> {
  return oneAtATime(async () => {
    await using pool = new SurveyPool(embedder)
    return await action(pool)
  })
}

export async function lookAt(
  { files }: Project,
  trial: ScoredTrial,
  { model, signal }: MeasuringTools,
  pool: SurveyPool,
): Promise<Look> {
  const { categories } = categoriesSchema.parse(await trial.data())
  const texts = categories.map(({ text }) => text)
  const survey = await pool.survey({ files, categories: texts, seed: SEED }, signal)
  const features = survey.features.map(({ text, category }) => ({ text, category: category ?? undefined }))
  let refining: Promise<readonly Assignment[]> | undefined
  return {
    survey,
    categories,
    assignments: features.map(({ category }) => category),
    model: model?.model,
    refine: model && (() => (refining ??= unlessStopped(signal, () => refined(features, texts, model, signal)))),
  }
}

/** @throws Interrupted if the signal was aborted, whatever the action throws then */
async function unlessStopped<T>(signal: AbortSignal, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (signal.aborted) throw new Interrupted('stopped', { cause: error })
    throw error
  }
}
