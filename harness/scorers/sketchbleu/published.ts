/**
 * SketchBLEU (Zan et al., "CodeS: Natural Language to Code Repository via Multi-Layer Sketch", 2024) as the published implementation
 * computes it, which CodeProjectEval uses, with its mistakes.
 */
import type { Tools } from '../codebleu/analysis.ts'
import { bagOf, covered, type Bag } from '../codebleu/bag.ts'
import { cleanPython } from '../codebleu/cleaning.ts'
import { publishedFlow } from '../codebleu/dataflow/dataflow.ts'
import { PUBLISHED } from '../codebleu/languages.ts'
import { strip } from '../codebleu/whitespace.ts'
import type { Sketch, SourceFile } from './components.ts'
import { flowMatch } from './flows.ts'
import { functionTexts, functionTextsByLines, isBroken } from './published-functions.ts'
import { fileShapes, type FileShapes } from './published-shapes.ts'
import { inWalkingOrder, metFiles } from './published-walk.ts'
import { publishedWords } from './published-words.ts'
import { unigramMatch, unigramsOf, weightedUnigramMatch, type Unigrams } from './unigrams.ts'

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
export class Known {
  readonly functions = new Map<string, readonly string[] | undefined>()
  readonly flows = new Map<string, Bag>()
  readonly shapes = new Map<string, FileShapes>()
}

/** @param known Of the same tools */
export async function analyseRepository(
  { files, paths }: Repository,
  tools: Tools,
  known: Known,
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
  known: Known,
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
  known: Known,
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
    syntax: covered(candidate.shapes, reference.shapes) / reference.shapes.total,
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
