import type { ChecklistDetail } from '../contracts/schema.ts'
import type { ChecklistItem, Comparer } from '../contracts/types.ts'
import type { Embedder } from './embedders/embedder.ts'
import { match } from './match.ts'
import { nothingCanonical, notScored } from './not-scored.ts'
import { roundPublished } from './rounding.ts'

/**
 * Compares the sentences of all functions with all canonical ones by cosine, and matches them with the greatest sum. The score
 * is that sum divided by the number of canonical sentences (`paper`) or of the longer checklist (`strict`).
 */
export function checklistScorer(name: string, open: () => Promise<Embedder>): Comparer {
  return {
    name,
    async score(produced, canonical, setting) {
      const theirs = canonical.checklist?.map(sentenceOf) ?? []
      if (theirs.length === 0) return nothingCanonical('the mission has no checklist')
      if (!produced.checklist) return notScored('there is no checklist')
      const mine = produced.checklist.map(sentenceOf)
      const embedder = await open()
      const vectors = await embedder.embed([...mine, ...theirs])
      const embedded = [...mine, ...theirs].map((sentence, index) => ({ sentence, vector: vectors[index] }))
      const matching = match(
        embedded.slice(0, mine.length),
        embedded.slice(mine.length),
        ({ vector: a }, { vector: b }) => {
          const cosine = a && b ? cosineOf(a, b) : 0
          return setting === 'paper' ? cosine : Math.max(0, cosine)
        },
      )
      if (!matching) return notScored(`${mine.length} and ${theirs.length} canonical sentences are too many to compare`)
      const { pairs, total } = matching
      const items = pairs.map(([a, b]): ChecklistDetail['items'][number] => ({
        produced: a?.sentence ?? null,
        canonical: b?.sentence ?? null,
        similarity: a?.vector && b?.vector ? cosineOf(a.vector, b.vector) : 0,
      }))
      const value =
        setting === 'paper' ? roundPublished(total / theirs.length) : total / Math.max(mine.length, theirs.length)
      return { scored: true, value, detail: { embedder: embedder.id, items } }
    },
  }
}

/** The format of the published implementation. */
function sentenceOf({ page, function: name, description }: ChecklistItem): string {
  return `${page}||${name}||${description}`
}

/** The cosine of two unit vectors, clamped against rounding. */
function cosineOf(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? NaN) * (b[index] ?? NaN)
  return Math.min(1, Math.max(-1, sum))
}
