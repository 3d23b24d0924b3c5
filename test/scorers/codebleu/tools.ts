import {
  analysePublished,
  analyseStrict,
  type Analysis,
  type Tools,
} from '../../../harness/scorers/codebleu/analysis.ts'
import { comparePublished, compareStrict, type Similarity } from '../../../harness/scorers/codebleu/codebleu.ts'
import { PUBLISHED, languageOf, type PublishedLanguageName } from '../../../harness/scorers/codebleu/languages.ts'
import { Parsers } from '../../../harness/lib/syntax/parse.ts'
import { Vocabulary } from '../../../harness/scorers/codebleu/vocabulary.ts'

/** Shared, so that all analyses are comparable. */
export const tools: Tools = { parsers: new Parsers(), vocabulary: new Vocabulary() }

export function analyse(text: string, language: PublishedLanguageName = 'python'): Promise<Analysis> {
  return analysePublished(text, PUBLISHED[language], tools)
}

/** As published. */
export async function codebleu(
  candidate: string,
  reference: string,
  language: PublishedLanguageName = 'python',
): Promise<Similarity> {
  return comparePublished(await analyse(candidate, language), await analyse(reference, language))
}

/** @param file A name whose extension gives the language */
export async function strictCodebleu(candidate: string, reference: string, file = 'a.py'): Promise<Similarity> {
  const language = languageOf(file)
  const [a, b] = [await analyseStrict(candidate, language, tools), await analyseStrict(reference, language, tools)]
  return compareStrict(a, b, language)
}
