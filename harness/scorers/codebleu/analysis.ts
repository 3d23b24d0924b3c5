import { bagOf, type Bag } from './bag.ts'
import { withoutComments } from './comments.ts'
import { publishedFlow, strictFlow } from './dataflow/dataflow.ts'
import { gramsOf, type Grams } from './grams.ts'
import type { Language, PublishedLanguage } from './languages.ts'
import type { Parsers } from '../../lib/syntax/parse.ts'
import type { Vocabulary } from './vocabulary.ts'
import { splitOnWhitespace, strip } from './whitespace.ts'
import type { SyntaxNode, SyntaxTree } from '../../lib/syntax/syntax-tree.ts'

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

// ---- subtrees ------------------------------------------------------------------------------------------------------

/**
 * The shapes of the root and of every node with children, as numbers. Two shapes are equal if the nodes have the same
 * S-expression in tree-sitter (named nodes and fields, no text).
 */
export function subtreesOf({ nodes }: SyntaxTree, vocabulary: Vocabulary): Int32Array {
  const parts = new Array<Parts>(nodes.length)
  const shapes: number[] = []
  // In reverse order, because children come after their parents.
  for (const node of nodes.toReversed()) {
    const inner = node.children.flatMap((child) => parts[child.index] ?? [])
    const shape = vocabulary.text(`${labelOf(node)}(${inner.map(([field, id]) => `${field}:${id}`).join(' ')}`)
    if (node.index === 0 || node.children.length > 0) shapes.push(shape)
    parts[node.index] = partsInParent(node, shape, inner)
  }
  return Int32Array.from(shapes)
}

/** The contribution of a node to the S-expression of its parent: fields with shapes. */
type Parts = readonly (readonly [field: string, shape: number])[]

/** An anonymous node contributes its named descendants, under its own field if they have none. */
function partsInParent({ named, missing, field = '' }: SyntaxNode, shape: number, inner: Parts): Parts {
  if (named || missing) return [[field, shape]]
  return inner.map(([own, id]) => [own === '' ? field : own, id])
}

function labelOf({ type, named, missing, unexpected, children }: SyntaxNode): string {
  if (unexpected !== undefined && children.length === 0) return unexpected
  return `${missing ? 'MISSING ' : ''}${named ? type : JSON.stringify(type)}`
}
