/** SketchBLEU without the mistakes of the published implementation, for every language with a grammar. */
import type { Tools } from '../codebleu/analysis.ts'
import { bagOf, countShared, type Bag } from '../codebleu/bag.ts'
import { withoutComments } from '../codebleu/comments.ts'
import { strictFlow } from '../codebleu/dataflow/dataflow.ts'
import { languageOf, type Language } from '../codebleu/languages.ts'
import type { SyntaxNode, SyntaxTree } from '../../lib/syntax/syntax-tree.ts'
import type { Components, Sketch, SourceFile } from './components.ts'
import { flowMatch } from './flows.ts'
import { shapesOf } from './shapes.ts'
import { unigramMatch, unigramsOf, weightedUnigramMatch, type Unigrams } from './unigrams.ts'

export interface StrictAnalysis {
  readonly tokens: Unigrams
  readonly shapes: Bag
  /** One for each function that has a data flow. Functions inside of others belong to these. */
  readonly flows: readonly Bag[]
}

const FUNCTIONS: ReadonlySet<string> = new Set([
  ...['function_definition', 'function_declaration', 'function_expression', 'arrow_function', 'method_definition'],
  ...['generator_function', 'generator_function_declaration', 'method_declaration', 'constructor_declaration'],
  ...['lambda_expression', 'func_literal'],
])

/** @param files Files of languages with a grammar, without tests */
export async function analyseStrictly(files: readonly SourceFile[], tools: Tools): Promise<StrictAnalysis> {
  const words: { readonly text: string; readonly isKeyword: boolean }[] = []
  const shapes: number[] = []
  const flows: Bag[] = []
  for (const { path, text } of files) {
    const language = languageOf(path)
    if (language.grammar === undefined) continue
    const { tree } = withoutComments(await tools.parsers.parse(language.grammar, text))
    for (const word of wordsOf(tree, language)) words.push(word)
    for (const shape of partsOf(tree, language, tools)) shapes.push(shape)
    flows.push(...flowsOf(tree, language, tools))
  }
  return { tokens: unigramsOf(words, tools.vocabulary), shapes: bagOf(Int32Array.from(shapes)), flows }
}

/** Tokens of different languages are never equal. */
function wordsOf({ nodes, text }: SyntaxTree, { name, keywords }: Language) {
  const leaves = nodes.filter(({ children, start, end }) => children.length === 0 && end > start)
  return leaves.map(({ start, end }) => {
    const word = text.slice(start, end)
    return { text: `${name} ${word}`, isKeyword: keywords?.has(word) ?? false }
  })
}

function partsOf(tree: SyntaxTree, { name }: Language, { vocabulary }: Tools): number[] {
  const language = vocabulary.text(`language ${name}`)
  return shapesOf(tree, vocabulary)
    .filter(({ hasParts }) => hasParts)
    .map(({ levels }) => vocabulary.pair(language, levels[2]))
}

function flowsOf(tree: SyntaxTree, { name, flow }: Language, { vocabulary }: Tools): Bag[] {
  if (!flow) return []
  const bags = outermostFunctions(tree).map((node) =>
    bagOf(Int32Array.from(strictFlow(treeOf(tree, node), flow), (item) => vocabulary.text(`${name} ${item}`))),
  )
  return bags.filter(({ total }) => total > 0)
}

function outermostFunctions({ nodes }: SyntaxTree): SyntaxNode[] {
  const found: SyntaxNode[] = []
  for (let index = 0; index < nodes.length;) {
    const node = nodes[index]
    if (!node) break
    const isFunction = node.named && FUNCTIONS.has(node.type)
    if (isFunction) found.push(node)
    index = isFunction ? node.next : index + 1
  }
  return found
}

/** The tree below a node, with indexes that begin at 0. */
function treeOf(tree: SyntaxTree, { index: base, next }: SyntaxNode): SyntaxTree {
  const copies = tree.nodes
    .slice(base, next)
    .map((node) => ({ ...node, index: node.index - base, next: node.next - base, children: [] as SyntaxNode[] }))
  for (const [index, copy] of copies.entries())
    for (const child of tree.nodes[base + index]?.children ?? []) {
      const own = copies[child.index - base]
      if (own) copy.children.push(own)
    }
  const [root, ...others] = copies
  return { ...tree, nodes: root ? [root, ...others] : [tree.nodes[0]] }
}

/** The mean of the parts that apply. */
export function compareStrictly(candidate: StrictAnalysis, reference: StrictAnalysis): Sketch {
  const counted = { candidate: candidate.flows.length, reference: reference.flows.length }
  const components: Components = {
    ngram: unigramMatch(candidate.tokens, reference.tokens),
    weighted: weightedUnigramMatch(candidate.tokens, reference.tokens),
    ...(reference.shapes.total === 0
      ? {}
      : { syntax: countShared(candidate.shapes, reference.shapes) / reference.shapes.total }),
    ...(counted.reference === 0 ? {} : { dataflow: flowMatch(candidate.flows, reference.flows, counted) }),
  }
  const applicable = Object.values(components).filter((each): each is number => each !== undefined)
  return {
    value: applicable.reduce((sum, each) => sum + each, 0) / applicable.length,
    components,
    functions: { produced: counted.candidate, canonical: counted.reference },
  }
}
