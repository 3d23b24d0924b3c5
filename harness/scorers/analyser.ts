import { analysePublished, analyseStrict, type Analysis, type Tools } from './codebleu/analysis.ts'
import { PUBLISHED, type Language } from './codebleu/languages.ts'
import { Parsers } from '../lib/syntax/parse.ts'
import { Vocabulary } from './codebleu/vocabulary.ts'
import type { SourceFile } from './sketchbleu/components.ts'
import { ResultsByText, analyseRepository, type PublishedAnalysis, type Repository } from './sketchbleu/published.ts'
import { analyseStrictly, type StrictAnalysis } from './sketchbleu/strict.ts'
import type { Text } from './texts.ts'

/** Size of the vocabulary at which the cache is cleared; each entry takes about 100 bytes. */
const MAX_VOCABULARY = 2_000_000

/** Analyses texts, and caches the results by the digest of the text. */
export class Analyser {
  readonly parsers = new Parsers()
  #vocabulary = new Vocabulary()
  readonly #known = new Map<string, Promise<Analysis>>()

  /** As the published implementation does: every file is treated as Python. */
  paper({ text, digest }: Text): Promise<Analysis> {
    return this.#once(`paper ${digest}`, (tools) => analysePublished(text, PUBLISHED.python, tools))
  }

  strict({ text, digest }: Text, language: Language): Promise<Analysis> {
    const key = `${language.name} ${language.grammar ?? ''} ${digest}`
    return this.#once(key, (tools) => analyseStrict(text, language, tools))
  }

  /** Two repositories, as the published implementation of SketchBLEU analyses them. */
  repositories(candidate: Repository, reference: Repository): Promise<Both<PublishedAnalysis>> {
    const known = new ResultsByText()
    return both(candidate, reference, (side, tools) => analyseRepository(side, tools, known), this.parsers)
  }

  /** Two repositories for the strict setting of SketchBLEU. */
  sketches(candidate: readonly SourceFile[], reference: readonly SourceFile[]): Promise<Both<StrictAnalysis>> {
    return both(candidate, reference, (files, tools) => analyseStrictly(files, tools), this.parsers)
  }

  /** Clears a large cache. Do not call it between analysis and comparison: analyses of two vocabularies are not comparable. */
  tidy(): void {
    if (this.#vocabulary.size < MAX_VOCABULARY) return
    this.#vocabulary = new Vocabulary()
    this.#known.clear()
  }

  #once(key: string, analyse: (tools: Tools) => Promise<Analysis>): Promise<Analysis> {
    const known = this.#known.get(key)
    if (known) return known
    const analysis = analyse({ parsers: this.parsers, vocabulary: this.#vocabulary })
    this.#known.set(key, analysis)
    return analysis
  }
}

/** Analyses of two sides that share a vocabulary. */
interface Both<Analysed> {
  readonly candidate: Analysed
  readonly reference: Analysed
}

/** Nothing is cached: a whole repository is compared once. */
async function both<From, To>(
  candidate: From,
  reference: From,
  analyse: (from: From, tools: Tools) => Promise<To>,
  parsers: Parsers,
): Promise<Both<To>> {
  const tools = { parsers, vocabulary: new Vocabulary() }
  return { candidate: await analyse(candidate, tools), reference: await analyse(reference, tools) }
}
