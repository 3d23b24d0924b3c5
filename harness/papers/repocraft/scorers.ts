/**
 * Measures of RepoCraft: coverage and novelty of the features, by clustering and refined by a model, the rates of the tasks, the size of
 * the repository, and its growth by rounds.
 */
import type { Scorer, ScoredTrial, Reviewer } from '../../contracts/types.ts'
import { NO_PROJECT, coverage, coverageDetail, novelty, noveltyDetail, type By } from './scorers/feature-measures.ts'
import type { MeasuringTools } from '../../contracts/paper.ts'
import { looksOf, type Looks, lookAt, withPool, type Look } from './scorers/look.ts'
import type { Survey } from './scorers/survey.ts'
import * as z from 'zod'
import {
  type Measure,
  categoriesSchema,
  judgeCheckSchema,
  type JudgeCheck,
  type Verdict,
} from '../../contracts/schema.ts'
import { coverageOf, noveltyOf, boundsOf, isVoted, rateOf } from '../../lib/statistics/features.ts'

export function repoCraftScorers(tools: MeasuringTools): readonly Scorer[] {
  const looks = looksOf(tools)
  // Without an embedder of meaning, a category is only found by its words: such a measure has a name of its own.
  const own = tools.embedder.embedder === 'transformers' ? '' : `${tools.embedder.embedder}-`
  return [
    coverageScorer(`${own}coverage`, looks, 'clusters'),
    noveltyScorer(`${own}novelty`, looks, 'clusters'),
    coverageScorer(`${own}refined-coverage`, looks, 'model'),
    noveltyScorer(`${own}refined-novelty`, looks, 'model'),
    { name: 'vote-rate', over: 'trial', detail: rateDetail, score: (trial) => voteRate(trial, tools.model) },
    { name: 'pass-rate', over: 'trial', detail: rateDetail, score: (trial) => passRate(trial, tools.model) },
    sizeScorer('source-files', 'files', looks),
    sizeScorer('source-lines', 'lines', looks),
    sizeScorer('source-tokens', 'tokens', looks),
    { name: `${own}growth`, over: 'trial', detail: growthDetail, score: (trial) => growth(trial, tools) },
  ]
}

function coverageScorer(name: string, looks: Looks, by: By): Scorer {
  return { name, over: 'trial', detail: coverageDetail, score: (trial) => coverage(looks, trial, by) }
}

function noveltyScorer(name: string, looks: Looks, by: By): Scorer {
  return { name, over: 'trial', detail: noveltyDetail, score: (trial) => novelty(looks, trial, by) }
}

function sizeScorer(name: string, part: keyof Survey['size'], looks: Looks): Scorer {
  return {
    name,
    over: 'trial',
    async score(trial) {
      const look = await looks(trial)
      return look ? { scored: true, value: look.survey.size[part], unit: part } : { scored: false, reason: NO_PROJECT }
    },
  }
}

// ---- growth --------------------------------------------------------------------------------------------------------

// How a repository grows by rounds of extension.

const roundSchema = z.strictObject({
  round: z.int().positive(),
  coverage: z.number().describe('Percent of the categories.'),
  novelty: z.number().nullable().describe('Percent of the features; null without features.'),
  features: z.int().nonnegative(),
  files: z.int().nonnegative(),
  lines: z.int().nonnegative(),
  tokens: z.int().nonnegative(),
})
const growthDetail = z.strictObject({ embedder: z.string(), rounds: z.array(roundSchema) })

const NO_ROUNDS = 'the project was not extended in rounds: use --rounds'

type Round = z.infer<typeof roundSchema>

/** The coverage that the rounds after the first one have added. A round that changes nothing is no submission of its own. */
async function growth(trial: ScoredTrial, tools: MeasuringTools): Promise<Measure> {
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

// ---- task rates ----------------------------------------------------------------------------------------------------

// Shares of the tasks of a mission: those that votes accept, and those whose tests pass.

const rateDetail = z.strictObject({
  ...{ yes: z.int(), no: z.int(), unknown: z.int() },
  judge: judgeCheckSchema
    .nullable()
    .describe('How the judge judges repositories of which the result is known; null if that was not measured.'),
})

function passRate(trial: ScoredTrial, model?: Reviewer): Promise<Measure> {
  return rate(trial, model, ({ status }) => (status === 'unjudged' ? undefined : status === 'passed'))
}

/** A task that was judged without votes is one for which nothing was found. */
function voteRate(trial: ScoredTrial, model?: Reviewer): Promise<Measure> {
  return rate(trial, model, ({ status, votes }) => {
    if (votes) return isVoted(votes)
    return status === 'unjudged' ? undefined : false
  })
}

/** A rate is a number only if every task was judged. */
async function rate(
  trial: ScoredTrial,
  model: Reviewer | undefined,
  isYes: (verdict: Verdict) => boolean | undefined,
): Promise<Measure> {
  const counted = trial.record.verdicts.filter(({ status }) => status !== 'excluded')
  const detail = rateOf(counted.map(isYes))
  const bounds = boundsOf(detail)
  if (!bounds) return { scored: false, reason: 'the mission has no tasks that count' }
  if (detail.unknown > 0) {
    const count = `${String(detail.unknown)} of ${String(counted.length)} tasks are unjudged`
    return { scored: false, reason: `${count}: it is from ${percent(bounds.low)} to ${percent(bounds.high)}` }
  }
  const judge = await checkOf(trial, model)
  return { scored: true, value: 100 * bounds.low, unit: '%', better: 'higher', detail: { ...detail, judge } }
}

/** The last check of this judge by the same tasks. */
async function checkOf(trial: ScoredTrial, model: Reviewer | undefined): Promise<JudgeCheck | null> {
  if (!model) return null
  const { checks = [] } = categoriesSchema.parse(await trial.data())
  return checks.findLast((each) => each.model === model.model && each.votes === model.votes) ?? null
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`
}
