/** Parts of the similarity scores of a trial. */
import type { FilesDetail, NamedScore, Score } from '../../contracts/schema.ts'

export type FileMatch = FilesDetail['files'][number]

/** The assignment of produced files to canonical ones. */
export function fileMatchesOf(scores: readonly NamedScore[], setting: string): readonly FileMatch[] | undefined {
  const detail = detailOf(scores, 'code', setting)
  return detail && 'files' in detail ? detail.files : undefined
}

export function parameterSimilarity(
  scores: readonly NamedScore[],
  setting: string,
  testcode: string,
  name: string,
): number | undefined {
  const detail = detailOf(scores, 'parameters', setting)
  if (!detail || !('parameters' in detail)) return undefined
  return detail.parameters.find((entry) => entry.of === testcode && entry.name === name)?.similarity
}

/** The embedder of sentences, if one was used. */
export function embedderOf(score: Score): string | undefined {
  return score.scored && 'embedder' in score.detail ? score.detail.embedder : undefined
}

function detailOf(scores: readonly NamedScore[], name: string, setting: string) {
  const found = scores.find((score) => score.name === name && score.setting === setting)?.score
  return found?.scored === true ? found.detail : undefined
}
