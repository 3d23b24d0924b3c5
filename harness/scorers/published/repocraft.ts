/**
 * Measures of RepoCraft: coverage and novelty of the features, by clustering and refined by a model, the rates of the tasks, and the size of
 * the repository.
 */
import { z } from 'zod'
import { categoriesSchema, type Measure, type Verdict } from '../../contracts/schema.ts'
import type { Reviewer, ScoredTrial, Scorer } from '../../contracts/types.ts'
import { boundsOf, coverageOf, isVoted, noveltyOf, rateOf, type Assignment } from '../../lib/statistics/features.ts'
import { ScorerPool } from '../pool.ts'
import type { EmbedderChoice } from '../embedders/index.ts'
import { refined } from '../repository/refine.ts'
import type { Survey } from '../repository/survey.ts'

/** What these scorers need from a run. */
export interface PublishedTools {
  readonly embedder: EmbedderChoice
  /** Refines the categories of features; without it only the clustering is measured. */
  readonly model?: Reviewer | undefined
  readonly signal: AbortSignal
}

/** The same in every run, so that a repository always has the same coverage. */
const SEED = 1
/** Names of features in the details of a measure. */
const SHOWN = 20
const SHOWN_NOVEL = 500

const REASON = {
  noProject: 'the agent gave no project',
  noFeatures: 'the project has no features',
  noModel: 'no model refines the categories: name one with --judge',
  noTasks: 'the mission has no tasks that count',
} as const

const coverageDetail = z.strictObject({
  embedder: z.string(),
  model: z.string().optional().describe('The model that refined the categories.'),
  covered: z.int().nonnegative(),
  categories: z.array(z.strictObject({ id: z.string(), features: z.int(), names: z.array(z.string()) })),
  tooMany: z.int().nonnegative().describe('Features that were not compared.'),
  leftOut: z.array(z.strictObject({ path: z.string(), reason: z.string() })),
})
const noveltyDetail = z.strictObject({
  embedder: z.string(),
  model: z.string().optional(),
  features: z.int().nonnegative(),
  outside: z.int().nonnegative(),
  names: z.array(z.string()),
})
const rateDetail = z.strictObject({ yes: z.int(), no: z.int(), unknown: z.int() })

export function repoCraftScorers(tools: PublishedTools): readonly Scorer[] {
  const look = looksOf(tools)
  // Without an embedder of meaning, a category is only found by its words: such a measure has a name of its own.
  const own = tools.embedder.embedder === 'transformers' ? '' : `${tools.embedder.embedder}-`
  return [
    featureScorer(`${own}coverage`, coverageDetail, (trial) => measured(look, trial, coverageMeasure, false)),
    featureScorer(`${own}novelty`, noveltyDetail, (trial) => measured(look, trial, noveltyMeasure, false)),
    featureScorer(`${own}refined-coverage`, coverageDetail, (trial) => measured(look, trial, coverageMeasure, true)),
    featureScorer(`${own}refined-novelty`, noveltyDetail, (trial) => measured(look, trial, noveltyMeasure, true)),
    featureScorer('vote-rate', rateDetail, (trial) => rateMeasure(trial, votedFor)),
    featureScorer('pass-rate', rateDetail, (trial) => rateMeasure(trial, passed)),
    sizeScorer('source-files', 'files', look),
    sizeScorer('source-lines', 'lines', look),
    sizeScorer('source-tokens', 'tokens', look),
  ]
}

function featureScorer(name: string, detail: z.ZodType, score: (trial: ScoredTrial) => Measure | Promise<Measure>) {
  return { name, over: 'trial', detail, score } satisfies Scorer
}

// ---- the survey of a trial --------------------------------------------------------------------------------------

interface Look {
  readonly survey: Survey
  readonly categories: readonly { readonly id: string; readonly text: string }[]
  readonly model: string | undefined
  /** Called once for all measures of a trial; undefined without a model. */
  readonly refine: (() => Promise<readonly Assignment[]>) | undefined
}
type Looks = (trial: ScoredTrial) => Promise<Look | undefined>

/** Surveys each trial once for all of its measures; undefined if there is no project. */
function looksOf({ embedder, model, signal }: PublishedTools): Looks {
  const known = new WeakMap<ScoredTrial, Promise<Look | undefined>>()
  const make = async (trial: ScoredTrial): Promise<Look | undefined> => {
    const project = await trial.project()
    if (!project) return undefined
    const { categories } = categoriesSchema.parse(await trial.data())
    const texts = categories.map(({ text }) => text)
    await using pool = new ScorerPool({ processes: 1, embedder })
    const survey = await pool.survey({ files: project.files, categories: texts, seed: SEED })
    const features = survey.features.map(({ text, category }) => ({ text, category: category ?? undefined }))
    let refining: Promise<readonly Assignment[]> | undefined
    const refine = model && (() => (refining ??= refined(features, texts, model, signal)))
    return { survey, categories, model: model?.model, refine }
  }
  return (trial) => {
    const look = known.get(trial) ?? make(trial)
    known.set(trial, look)
    return look
  }
}

// ---- coverage and novelty ---------------------------------------------------------------------------------------

type OfAssignments = (look: Look, assignments: readonly Assignment[], model: string | undefined) => Measure

async function measured(
  looks: Looks,
  trial: ScoredTrial,
  measure: OfAssignments,
  isRefined: boolean,
): Promise<Measure> {
  const look = await looks(trial)
  if (!look) return withoutProject(trial, measure === coverageMeasure)
  if (!isRefined)
    return measure(
      look,
      look.survey.features.map(({ category }) => category ?? undefined),
      undefined,
    )
  if (!look.refine) return { scored: false, reason: REASON.noModel }
  return measure(look, await look.refine(), look.model)
}

/** An agent without a project covers nothing. If the harness is the reason, nothing is known. */
function withoutProject({ record }: ScoredTrial, isCoverage: boolean): Measure {
  if (isCoverage && record.outcome === 'no-project') return { scored: true, value: 0, unit: '%', better: 'higher' }
  return { scored: false, reason: REASON.noProject }
}

function coverageMeasure(look: Look, assignments: readonly Assignment[], model: string | undefined): Measure {
  const { survey, categories } = look
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
function noveltyMeasure({ survey }: Look, assignments: readonly Assignment[], model: string | undefined): Measure {
  const novelty = noveltyOf(assignments)
  if (novelty === undefined) return { scored: false, reason: REASON.noFeatures }
  const outside = survey.features.filter((_, index) => assignments[index] === undefined)
  return {
    scored: true,
    value: 100 * novelty,
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

// ---- rates of the tasks -----------------------------------------------------------------------------------------

/** A rate is a number only if every task was judged. */
function rateMeasure({ record }: ScoredTrial, isYes: (verdict: Verdict) => boolean | undefined): Measure {
  const counted = record.verdicts.filter(({ status }) => status !== 'excluded')
  const rate = rateOf(counted.map(isYes))
  const bounds = boundsOf(rate)
  if (!bounds) return { scored: false, reason: REASON.noTasks }
  if (rate.unknown > 0) {
    const [low, high] = [bounds.low, bounds.high].map((share) => `${(100 * share).toFixed(1)}%`)
    const count = `${String(rate.unknown)} of ${String(counted.length)} tasks are unjudged`
    return { scored: false, reason: `${count}: it is from ${low ?? ''} to ${high ?? ''}` }
  }
  return { scored: true, value: 100 * bounds.low, unit: '%', better: 'higher', detail: rate }
}

function passed({ status }: Verdict): boolean | undefined {
  return status === 'unjudged' ? undefined : status === 'passed'
}

/** A task that was judged without votes is one for which nothing was found. */
function votedFor({ status, votes }: Verdict): boolean | undefined {
  if (votes) return isVoted(votes)
  return status === 'unjudged' ? undefined : false
}

// ---- size -------------------------------------------------------------------------------------------------------

function sizeScorer(name: string, part: keyof Survey['size'], looks: Looks): Scorer {
  return {
    name,
    over: 'trial',
    async score(trial) {
      const look = await looks(trial)
      return look
        ? { scored: true, value: look.survey.size[part], unit: part }
        : { scored: false, reason: REASON.noProject }
    },
  }
}
