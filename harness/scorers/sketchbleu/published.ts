/**
 * SketchBLEU (Zan et al., "CodeS: Natural Language to Code Repository via Multi-Layer Sketch", 2024) as the published implementation
 * computes it, which CodeProjectEval uses, with its mistakes.
 */
import type { Tools } from '../codebleu/analysis.ts'
import { bagOf, countCovered, type Bag } from '../codebleu/bag.ts'
import { cleanPython, cleanLikeC } from '../codebleu/cleaning.ts'
import { publishedFlow } from '../codebleu/dataflow/dataflow.ts'
import { PUBLISHED } from '../codebleu/languages.ts'
import { strip } from '../codebleu/whitespace.ts'
import type { Sketch, SourceFile } from './components.ts'
import { flowMatch } from './flows.ts'
import { inWalkingOrder, metFiles } from './published-walk.ts'
import { unigramMatch, unigramsOf, weightedUnigramMatch, type Unigrams } from './unigrams.ts'
import { scannedTokens } from '../codebleu/python-tokens.ts'
import type { SyntaxTree } from '../../lib/syntax/syntax-tree.ts'
import { shapesOf } from './shapes.ts'

export interface Repository {
  /** Files of Python, with LF as line end. */
  readonly files: readonly SourceFile[]
  /** Paths of all files, which say what folders there are. */
  readonly paths: readonly string[]
}

/** The features of a repository that are compared. */
export interface PublishedAnalysis {
  readonly tokens: Unigrams
  readonly shapes: Bag
  /** One for each function that has a data flow. */
  readonly flows: readonly Bag[]
  readonly functions: number
}

const { grammar, keywords, flow: rule } = PUBLISHED.python
const WEIGHT = 1 / 4

/** Results by text: both sides have the same tests, and often the same functions. */
export class ResultsByText {
  readonly functions = new Map<string, readonly string[] | undefined>()
  readonly flows = new Map<string, Bag>()
  readonly shapes = new Map<string, FileShapes>()
}

/** @param known Of the same tools */
export async function analyseRepository(
  { files, paths }: Repository,
  tools: Tools,
  known: ResultsByText,
): Promise<PublishedAnalysis> {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const ordered = inWalkingOrder([...texts.keys()]).map((path) => strip(texts.get(path) ?? ''))
  const stack = ordered.map((text) => `${text}\n`).join('')
  const words = publishedWords(stack).map((text) => ({ text, isKeyword: keywords.has(text) }))
  const functions = await functionsOf(ordered, stack, tools, known)
  const flows: Bag[] = []
  for (const text of functions) {
    const flow = known.flows.get(text) ?? (await flowOf(text, tools))
    known.flows.set(text, flow)
    if (flow.total > 0) flows.push(flow)
  }
  return {
    tokens: unigramsOf(words, tools.vocabulary),
    shapes: await shapesOfRepository(files, paths, tools, known),
    flows,
    functions: functions.length,
  }
}

/** A single file that is broken makes the published code take the functions of all files line by line. */
async function functionsOf(
  texts: readonly string[],
  stack: string,
  { parsers }: Tools,
  known: ResultsByText,
): Promise<string[]> {
  const found: string[] = []
  for (const text of texts) {
    if (!known.functions.has(text)) {
      const tree = await parsers.parse(grammar, text)
      known.functions.set(text, isBroken(tree) ? undefined : functionTexts(tree))
    }
    const functions = known.functions.get(text)
    if (!functions) return functionTextsByLines(stack)
    found.push(...functions)
  }
  return found
}

async function flowOf(text: string, { parsers, vocabulary }: Tools): Promise<Bag> {
  const tree = await parsers.parse(grammar, cleanPython(text))
  return bagOf(Int32Array.from(publishedFlow(tree, rule), (item) => vocabulary.text(item)))
}

async function shapesOfRepository(
  files: readonly SourceFile[],
  paths: readonly string[],
  tools: Tools,
  known: ResultsByText,
): Promise<Bag> {
  const { vocabulary } = tools
  const byFile = new Map<string, FileShapes>()
  for (const { path, text } of files) {
    const shapes = known.shapes.get(text) ?? (await fileShapes(text, tools))
    known.shapes.set(text, shapes)
    byFile.set(path, shapes)
  }
  const found: Int32Array[] = []
  let root = vocabulary.text('root')
  for (const each of metFiles(paths)) {
    const shapes = each === 'folder' ? undefined : byFile.get(each.file)
    if (each !== 'folder' && !shapes) continue
    root = vocabulary.pair(root, shapes?.outline ?? vocabulary.text('folder'))
    if (shapes) found.push(shapes.shapes)
  }
  found.push(Int32Array.of(root))
  const all = new Int32Array(found.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const shapes of found) {
    all.set(shapes, at)
    at += shapes.length
  }
  return bagOf(all)
}

/** A data flow of 0 counts as 1. Both sides must have functions: the published code divides by their number. */
export function compareRepositories(candidate: PublishedAnalysis, reference: PublishedAnalysis): Sketch {
  const components = {
    ngram: unigramMatch(candidate.tokens, reference.tokens),
    weighted: weightedUnigramMatch(candidate.tokens, reference.tokens),
    syntax: countCovered(candidate.shapes, reference.shapes) / reference.shapes.total,
    dataflow: flowMatch(candidate.flows, reference.flows, {
      candidate: candidate.functions,
      reference: reference.functions,
    }),
  }
  const { ngram, weighted, syntax, dataflow } = components
  return {
    value: WEIGHT * (ngram + weighted + syntax + (dataflow === 0 ? 1 : dataflow)),
    components,
    functions: { produced: candidate.functions, canonical: reference.functions },
  }
}

// ---- published words -----------------------------------------------------------------------------------------------

/**
 * The tokens of a text as published: all that Python's `tokenize` yields up to the first error, with comments, line ends, indents,
 * the name of the encoding and the empty tokens that end blocks and the text.
 */
function publishedWords(text: string): string[] {
  const { tokens, failure, open } = scannedTokens(text.replace(/^\ufeff/, ''))
  const words = tokens.filter(({ type }) => type !== 'error').map((token) => token.text)
  const encoding = text.startsWith('\ufeff') ? 'utf-8-sig' : 'utf-8'
  return [encoding, ...words, ...(failure ? [] : new Array<string>(open + 1).fill(''))]
}

// ---- published functions -------------------------------------------------------------------------------------------

/** Statements of Python 2, which the grammar accepts and Python 3 does not. */
const OLD: readonly string[] = ['print_statement', 'exec_statement']

/** Whether Python 3 could not have parsed the text. */
function isBroken({ hasErrors, nodes, text }: SyntaxTree): boolean {
  return hasErrors || text.startsWith('\ufeff') || nodes.some(({ type }) => OLD.includes(type))
}

/** The texts of all functions, nested ones also on their own; decorators and asynchronous functions are left out. */
function functionTexts({ nodes, text }: SyntaxTree): string[] {
  return nodes
    .filter(({ type, children }) => type === 'function_definition' && children[0]?.type !== 'async')
    .map(({ start, end }) => text.slice(start, end))
}

/**
 * The functions of a repository that cannot be parsed, as published: from a `def` at the beginning of a line to the next line that is
 * not indented, be it empty. That line is skipped, even if another function begins there.
 */
function functionTextsByLines(text: string): string[] {
  const lines = text.split('\n')
  const found: string[] = []
  for (let start = 0; start < lines.length; start += 1) {
    if (lines[start]?.startsWith('def ') !== true) continue
    let end = start + 1
    while (/^[ \t]/.test(lines[end] ?? '')) end += 1
    found.push(lines.slice(start, end).join('\n'))
    start = end
  }
  return found
}

// ---- published shapes ----------------------------------------------------------------------------------------------

/** The shapes of a file that are compared, and those that the shape of the whole repository shows. */
interface FileShapes {
  readonly shapes: Int32Array
  /** The file down to its statements. */
  readonly outline: number
}

/**
 * As published: comments are removed as if the file were C, so that everything after `//` is lost and `#` stays, and the first
 * statement of the file is skipped.
 */
async function fileShapes(text: string, { parsers, vocabulary }: Tools): Promise<FileShapes> {
  const tree = await parsers.parse('python', cleanLikeC(text))
  const all = shapesOf(tree, vocabulary)
  const statements = tree.nodes[0].children.slice(1)
  const first = statements[0]?.index ?? tree.nodes.length
  const shapes: number[] = []
  for (let index = first; index < all.length; index += 1) {
    const shape = all[index]
    if (shape?.hasParts) shapes.push(shape.levels[2])
  }
  const label = vocabulary.text(statements.length === 0 ? 'empty file' : 'file')
  let [outline, file] = [label, label]
  let hasParts = false
  for (const { index } of statements) {
    const shape = all[index]
    if (!shape?.isShown) continue
    hasParts = true
    outline = vocabulary.pair(outline, shape.levels[0])
    file = vocabulary.pair(file, shape.levels[1])
  }
  return { shapes: Int32Array.from(hasParts ? [...shapes, file] : shapes), outline }
}
