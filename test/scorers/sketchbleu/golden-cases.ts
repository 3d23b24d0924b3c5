/** Shared by the tests of golden. */
import type { Work } from '../../../harness/contracts/types.ts'
import type { Setting, SketchDetail } from '../../../harness/contracts/schema.ts'
import { Analyser } from '../../../harness/scorers/analyser.ts'
import { sketchScorer } from '../../../harness/scorers/sketchbleu/sketchbleu.ts'

export const scorer = sketchScorer(new Analyser())

export async function sketch(produced: Work, canonical: Work, setting: Setting) {
  const score = await scorer.score(produced, canonical, setting)
  if (!score.scored || !('compared' in score.detail)) throw new Error(`not scored: ${JSON.stringify(score)}`)
  return { value: score.value, detail: score.detail satisfies SketchDetail }
}
