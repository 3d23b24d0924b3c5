/** Shared by the tests of repocraft. */
import path from 'node:path'
import { repoCraftBenchmark } from '../../../../harness/papers/repocraft/benchmark.ts'
import type { Measure, TrialRecord, Verdict } from '../../../../harness/contracts/schema.ts'
import type { Project, Reviewer, ScoredTrial } from '../../../../harness/contracts/types.ts'
import { repoCraftScorers } from '../../../../harness/papers/repocraft/scorers.ts'
import { root } from '../../../helpers.ts'

const benchmark = repoCraftBenchmark(path.join(root, 'test', 'papers', 'repocraft', 'fixtures'))
const mission = await benchmark.mission('Gauges')
export const { project: reference } = await benchmark.canonical(mission)
export const signal = new AbortController().signal

export function trialOf(
  project: Project | undefined,
  record: Partial<TrialRecord> = {},
  submissions: readonly Project[] = [],
): ScoredTrial {
  return {
    record: { outcome: 'judged', verdicts: [], ...record } as unknown as TrialRecord,
    mission,
    project: () => Promise.resolve(project),
    answers: () => Promise.resolve(undefined),
    submissions: () => Promise.resolve(submissions),
    canonical: () => benchmark.canonical(mission),
    data: async () => benchmark.scorerData?.(mission),
  }
}

/** All measures of a trial, by name; their details have the shape that their scorers promise. */
export async function measuresOf(trial: ScoredTrial, model?: Reviewer): Promise<Record<string, Measure>> {
  const scorers = repoCraftScorers({ embedder: { embedder: 'lexical', model: '', offline: true }, model, signal })
  const measures = scorers.map(async (scorer): Promise<[string, Measure]> => {
    if (scorer.over !== 'trial') throw new Error(`${scorer.name} is no scorer of trials`)
    const measure = await scorer.score(trial)
    if (measure.scored && measure.detail !== undefined) scorer.detail?.parse(measure.detail)
    return [scorer.name, measure]
  })
  return Object.fromEntries(await Promise.all(measures))
}

export const LATE = { timeout: 240_000 }

export const verdict = (status: Verdict['status'], votes?: Verdict['votes']) =>
  ({ status, ...(votes ? { votes } : {}) }) as Verdict

export const rates = async (...verdicts: readonly Verdict[]) => {
  const { 'vote-rate': vote, 'pass-rate': pass } = await measuresOf(trialOf({ files: [] }, { verdicts: [...verdicts] }))
  return { vote, pass }
}
