import { analysePublished, analyseStrict, type Analysis, type Tools } from './codebleu/analysis.ts'
import { PUBLISHED, type Language } from './codebleu/languages.ts'
import { Parsers } from './codebleu/parse.ts'
import { Vocabulary } from './codebleu/vocabulary.ts'
import type { Text } from './texts.ts'

/** Things that are remembered of texts; each takes some 100 bytes. */
const MOST_REMEMBERED = 2_000_000

/** Takes texts apart, each once: what was found is kept by the digest of the text. */
export class Analyser {
  readonly parsers = new Parsers()
  #vocabulary = new Vocabulary()
  readonly #known = new Map<string, Promise<Analysis>>()

  /** As the published implementation does: every file is taken to be Python. */
  paper({ text, digest }: Text): Promise<Analysis> {
    return this.#once(`paper ${digest}`, (tools) => analysePublished(text, PUBLISHED.python, tools))
  }

  strict({ text, digest }: Text, language: Language): Promise<Analysis> {
    const key = `${language.name} ${language.grammar ?? ''} ${digest}`
    return this.#once(key, (tools) => analyseStrict(text, language, tools))
  }

  /** Forgets all where that has become much. Not while analyses are compared: those of two vocabularies have nothing in common. */
  tidy(): void {
    if (this.#vocabulary.size < MOST_REMEMBERED) return
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
