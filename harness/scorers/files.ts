import type { FilesDetail, Score } from '../contracts/schema.ts'
import type { Scorer, WorkFile } from '../contracts/types.ts'
import type { Analyser } from './analyser.ts'
import type { Analysis } from './codebleu/analysis.ts'
import { comparePublished, compareStrict, type Similarity } from './codebleu/codebleu.ts'
import { languageOf, type Language } from './codebleu/languages.ts'
import { match } from './match.ts'
import { nothingCanonical, notScored } from './not-scored.ts'
import { roundPublished } from './rounding.ts'
import { isText, textOf } from './texts.ts'

/**
 * CodeBLEU of every file with every canonical one, and the assignment with the greatest sum. `paper`: that sum over the number of
 * canonical files, each file taken to be Python. `strict`: over the number of files of the larger side, files of different
 * languages having nothing in common.
 */
export function filesScorer(part: 'code' | 'skeleton', analyser: Analyser): Scorer {
  return {
    name: part,
    async score(produced, canonical, setting) {
      const [mine, theirs] = [produced[part], canonical[part]]
      if (!theirs || theirs.length === 0) return nothingCanonical(`the canonical solution has no ${part}`)
      if (!mine) return notScored(`there is no ${part}`)
      return setting === 'paper' ? paperScore(mine, theirs, analyser) : strictScore(mine, theirs, analyser)
    },
  }
}

/** A file as it is compared. */
interface Compared {
  readonly path: string
  readonly language: Language | undefined
  /** Absent where it is no text: it is like nothing then. */
  readonly analysis: Analysis | undefined
}

async function paperScore(
  produced: readonly WorkFile[],
  canonical: readonly WorkFile[],
  analyser: Analyser,
): Promise<Score> {
  const hollow = produced.find(({ content }) => content === null)
  // As published, it ends the comparison of the whole mission.
  if (hollow) return notScored(`"${hollow.path.slice(0, 200)}" was given without content`)
  const analyse = async (file: WorkFile): Promise<Compared> => {
    const text = textOf(file)
    return { path: file.path, language: undefined, analysis: isText(text) ? await analyser.paper(text) : undefined }
  }
  const [mine, theirs] = [await inTurn(produced, analyse), await inTurn(canonical, analyse)]
  return score(mine, theirs, paperSimilarity, leftOut(produced, canonical), (total) =>
    roundPublished(total / theirs.length),
  )
}

async function strictScore(
  produced: readonly WorkFile[],
  canonical: readonly WorkFile[],
  analyser: Analyser,
): Promise<Score> {
  const analyse = async (file: WorkFile): Promise<Compared[]> => {
    const text = textOf(file)
    const language = languageOf(file.path)
    if (isText(text)) return [{ path: file.path, language, analysis: await analyser.strict(text, language) }]
    // It is like nothing, and one more all the same: else files would be free from some length on.
    return text.tooLong ? [{ path: file.path, language, analysis: undefined }] : []
  }
  const mine = (await inTurn(produced, analyse)).flat()
  const theirs = (await inTurn(canonical, analyse)).flat()
  if (theirs.length === 0) return nothingCanonical('the canonical solution has no file that could be compared')
  return score(
    mine,
    theirs,
    strictSimilarity,
    leftOut(produced, canonical),
    (total) => total / Math.max(mine.length, theirs.length),
  )
}

/** One after the other: a tree takes far more memory than what is kept of it. */
async function inTurn<From, To>(items: readonly From[], action: (item: From) => Promise<To>): Promise<To[]> {
  const results: To[] = []
  for (const item of items) results.push(await action(item))
  return results
}

function paperSimilarity(mine: Compared, theirs: Compared): Similarity | undefined {
  return mine.analysis && theirs.analysis && comparePublished(mine.analysis, theirs.analysis)
}

function strictSimilarity(mine: Compared, theirs: Compared): Similarity | undefined {
  if (!mine.analysis || !theirs.analysis || !theirs.language || mine.language?.name !== theirs.language.name)
    return undefined
  return compareStrict(mine.analysis, theirs.analysis, theirs.language)
}

type Compare = (mine: Compared, theirs: Compared) => Similarity | undefined

function score(
  mine: readonly Compared[],
  theirs: readonly Compared[],
  compare: Compare,
  left: FilesDetail['leftOut'],
  valueOf: (total: number) => number,
): Score {
  const matching = match(mine, theirs, (a, b) => compare(a, b)?.value)
  if (!matching) return notScored(`${mine.length} files with ${theirs.length} canonical ones are too many to compare`)
  const files = matching.pairs.map(([a, b]): FilesDetail['files'][number] => {
    const similarity = a && b && compare(a, b)
    return {
      produced: a?.path ?? null,
      canonical: b?.path ?? null,
      similarity: similarity?.value ?? 0,
      ...(b?.language && similarity ? { language: b.language.name } : {}),
      ...(similarity ? { components: withoutAbsent(similarity.components) } : {}),
    }
  })
  return { scored: true, value: valueOf(matching.total), detail: { files, leftOut: left } }
}

function withoutAbsent({ ngram, weighted, syntax, dataflow }: Similarity['components']) {
  return {
    ngram,
    ...(weighted === undefined ? {} : { weighted }),
    ...(syntax === undefined ? {} : { syntax }),
    ...(dataflow === undefined ? {} : { dataflow }),
  }
}

function leftOut(produced: readonly WorkFile[], canonical: readonly WorkFile[]): FilesDetail['leftOut'] {
  const of = (side: 'produced' | 'canonical', files: readonly WorkFile[]) =>
    files.map(textOf).flatMap((text) => (isText(text) ? [] : [{ side, path: text.path, reason: text.reason }]))
  return [...of('produced', produced), ...of('canonical', canonical)]
}
