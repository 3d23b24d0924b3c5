/**
 * Measures of RepoCraft: coverage and novelty of the features, by clustering and refined by a model, the rates of the tasks, the size of
 * the repository, and its growth by rounds.
 */
import type { Scorer } from '../../contracts/types.ts'
import { NO_PROJECT, coverage, coverageDetail, novelty, noveltyDetail, type By } from './scorers/feature-measures.ts'
import { growth, growthDetail } from './scorers/growth.ts'
import type { MeasuringTools } from '../../contracts/paper.ts'
import { looksOf, type Looks } from './scorers/look.ts'
import type { Survey } from './scorers/survey.ts'
import { passRate, rateDetail, voteRate } from './scorers/task-rates.ts'

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
