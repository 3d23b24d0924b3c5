import type { FilesDetail, Score } from '../contracts/schema.ts'
import type { Comparer, WorkFile } from '../contracts/types.ts'
import type { Analyser } from './analyser.ts'
import type { Analysis } from './codebleu/analysis.ts'
import { comparePublished, compareStrict, type Similarity } from './codebleu/codebleu.ts'
import { languageOf, type Language } from './codebleu/languages.ts'
import { match } from './match.ts'
import { nothingCanonical, notScored } from './not-scored.ts'
import { roundPublished } from './rounding.ts'
import { isText, textOf } from './texts.ts'

/**
 * Compares all files with all canonical ones by CodeBLEU, and matches them with the greatest sum. `paper`: that sum divided by
 * the number of canonical files; every file is treated as Python. `strict`: divided by the number of files on the larger side;
 * files of different languages have similarity 0.
 */
export function filesScorer(part: 'code' | 'skeleton', analyser: Analyser): Comparer {
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

/** A file in the comparison. */
interface Compared {
  readonly path: string
  readonly language: Language | undefined
  /** Undefined if it is not text, or too long; its similarity is then 0, unless it equals another one. */
  readonly analysis: Analysis | undefined
  /** Of a text that is too long to compare. */
  readonly digest?: string | undefined
}

async function paperScore(
  produced: readonly WorkFile[],
  canonical: readonly WorkFile[],
  analyser: Analyser,
): Promise<Score> {
  const absent = produced.find(({ content }) => content === null)
  // As published, such a file ends the comparison of the whole mission.
  if (absent) return notScored(`"${absent.path.slice(0, 200)}" was given without content`)
  const analyse = async (file: WorkFile): Promise<Compared> => {
    const text = textOf(file)
    const base = { path: file.path, language: undefined }
    if (isText(text)) return { ...base, analysis: await analyser.paper(text) }
    return { ...base, analysis: undefined, digest: text.digest }
  }
  const [mine, theirs] = [await sequentially(produced, analyse), await sequentially(canonical, analyse)]
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
    // Counts as a file, of similarity 0 to all but equal ones; otherwise files over the length limit would cost nothing.
    return text.digest === undefined ? [] : [{ path: file.path, language, analysis: undefined, digest: text.digest }]
  }
  const mine = (await sequentially(produced, analyse)).flat()
  const theirs = (await sequentially(canonical, analyse)).flat()
  if (theirs.length === 0) return nothingCanonical('the canonical solution has no file that can be compared')
  return score(
    mine,
    theirs,
    strictSimilarity,
    leftOut(produced, canonical),
    (total) => total / Math.max(mine.length, theirs.length),
  )
}

/** Runs sequentially, because a syntax tree takes far more memory than the result. */
async function sequentially<From, To>(items: readonly From[], action: (item: From) => Promise<To>): Promise<To[]> {
  const results: To[] = []
  for (const item of items) results.push(await action(item))
  return results
}

/** Without components for equal files that are too long to compare. */
type Likeness = Pick<Similarity, 'value'> & Partial<Similarity>

function paperSimilarity(mine: Compared, theirs: Compared): Likeness | undefined {
  if (areEqual(mine, theirs)) return { value: 1 }
  return mine.analysis && theirs.analysis && comparePublished(mine.analysis, theirs.analysis)
}

function strictSimilarity(mine: Compared, theirs: Compared): Likeness | undefined {
  if (areEqual(mine, theirs)) return { value: 1 }
  if (!mine.analysis || !theirs.analysis || !theirs.language || mine.language?.name !== theirs.language.name)
    return undefined
  return compareStrict(mine.analysis, theirs.analysis, theirs.language)
}

/** Whether both are too long to compare and have the same text. */
function areEqual(mine: Compared, theirs: Compared): boolean {
  return mine.digest !== undefined && mine.digest === theirs.digest
}

type Compare = (mine: Compared, theirs: Compared) => Likeness | undefined

function score(
  mine: readonly Compared[],
  theirs: readonly Compared[],
  compare: Compare,
  left: FilesDetail['leftOut'],
  valueOf: (total: number) => number,
): Score {
  const matching = match(mine, theirs, (a, b) => compare(a, b)?.value)
  if (!matching) return notScored(`${mine.length} and ${theirs.length} canonical files are too many to compare`)
  const files = matching.pairs.map(([a, b]): FilesDetail['files'][number] => {
    const similarity = a && b && compare(a, b)
    return {
      produced: a?.path ?? null,
      canonical: b?.path ?? null,
      similarity: similarity?.value ?? 0,
      ...(b?.language && similarity ? { language: b.language.name } : {}),
      ...(similarity?.components ? { components: withoutAbsent(similarity.components) } : {}),
    }
  })
  const matched = (side: 'produced' | 'canonical', path: string) =>
    files.some((file) => file[side] === path && file.similarity > 0)
  const leftOut = left.filter(({ side, path }) => !matched(side, path))
  return { scored: true, value: valueOf(matching.total), detail: { files, leftOut } }
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
    files
      .map((file) => textOf(file))
      .flatMap((text) => (isText(text) ? [] : [{ side, path: text.path, reason: text.reason }]))
  return [...of('produced', produced), ...of('canonical', canonical)]
}
