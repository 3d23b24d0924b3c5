import { bagOf, type Bag } from './bag.ts'
import { withoutComments } from './comments.ts'
import { publishedFlow, strictFlow } from './dataflow/dataflow.ts'
import { gramsOf, type Grams } from './grams.ts'
import { type Language, type PublishedLanguage } from './languages.ts'
import type { Parsers } from '../../lib/syntax/parse.ts'
import { subtreesOf } from './subtrees.ts'
import type { Vocabulary } from './vocabulary.ts'
import { splitOnWhitespace, strip } from './whitespace.ts'

/** The features of a text that are compared. Two analyses are comparable if they share a vocabulary. */
export interface Analysis {
  readonly grams: Grams
  readonly subtrees: Bag
  readonly flow: Bag
  /** Whether the parser found syntax errors. */
  readonly hasErrors: boolean
}

/** Shared by all analyses that are compared. */
export interface Tools {
  readonly parsers: Parsers
  readonly vocabulary: Vocabulary
}

const NOTHING = new Set<string>()

/** As the published implementation does: n-grams of the text with comments, subtrees and data flow of the text without. */
export async function analysePublished(text: string, language: PublishedLanguage, tools: Tools): Promise<Analysis> {
  const { parsers, vocabulary } = tools
  const stripped = strip(text)
  const tree = await parsers.parse(language.grammar, language.clean(stripped))
  return {
    grams: gramsOf(splitOnWhitespace(stripped), language.keywords, vocabulary),
    subtrees: bagOf(subtreesOf(tree, vocabulary)),
    flow: bagOf(Int32Array.from(publishedFlow(tree, language.flow), (item) => vocabulary.text(item))),
    hasErrors: tree.hasErrors,
  }
}

/** Analyses the text without comments. Features that the language does not support are empty. */
export async function analyseStrict(text: string, language: Language, tools: Tools): Promise<Analysis> {
  const { vocabulary } = tools
  const { keywords = NOTHING, grammar, flow } = language
  if (grammar === undefined) {
    const empty = bagOf(new Int32Array(0))
    const grams = gramsOf(splitOnWhitespace(text), keywords, vocabulary)
    return { grams, subtrees: empty, flow: empty, hasErrors: false }
  }
  const parsed = await tools.parsers.parse(grammar, text)
  const bare = withoutComments(parsed)
  const items = flow ? strictFlow(bare.tree, flow) : []
  return {
    grams: gramsOf(splitOnWhitespace(bare.text), keywords, vocabulary),
    subtrees: bagOf(subtreesOf(bare.tree, vocabulary)),
    flow: bagOf(Int32Array.from(items, (item) => vocabulary.text(item))),
    hasErrors: parsed.hasErrors,
  }
}
