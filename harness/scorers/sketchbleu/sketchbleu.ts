import type { Score, Setting, SketchDetail } from '../../contracts/schema.ts'
import type { Comparer, Work, WorkFile } from '../../contracts/types.ts'
import type { Analyser } from '../analyser.ts'
import { languageOf } from '../codebleu/languages.ts'
import { nothingCanonical, notScored } from '../not-scored.ts'
import { isText, textOf } from '../texts.ts'
import type { Sketch, SourceFile } from './components.ts'
import { compareRepositories } from './published.ts'
import { DEEPEST, depthOf } from './published-walk.ts'
import { compareStrictly } from './strict.ts'
import { isTestFile } from './test-files.ts'

/** Characters of a file: zxcvbn of CodeProjectEval has a list of words of 793 KB. */
const LARGEST = 1024 * 1024

/**
 * Compares whole repositories. `paper`: all files of Python, with the tests of the published repository on both sides; `strict`:
 * all files of a language with a grammar, without tests.
 */
export function sketchScorer(analyser: Analyser): Comparer {
  return {
    name: 'sketchbleu',
    score: (produced, canonical, setting) =>
      setting === 'paper' ? paperScore(produced, canonical, analyser) : strictScore(produced, canonical, analyser),
  }
}

async function paperScore(produced: Work, canonical: Work, analyser: Analyser): Promise<Score> {
  const problem = problemOf(produced, canonical, 'paper')
  if (problem) return problem
  const { code = [], tests = [], others = [] } = canonical
  const mine = together(produced.code ?? [], tests)
  const theirs = together(code, others, tests)
  const deep = mine.find(({ path }) => depthOf(path) > DEEPEST)
  if (deep) return notScored(`"${deep.path.slice(0, 200)}" is more than ${String(DEEPEST)} folders deep`)
  const [candidate, reference] = [pythonOf(mine), pythonOf(theirs)]
  const analyses = await analyser.repositories(
    { files: candidate.files, paths: mine.map(({ path }) => path) },
    { files: reference.files, paths: theirs.map(({ path }) => path) },
  )
  // As published, this ends the comparison of the repository: the number of functions is divided by.
  if (analyses.candidate.functions === 0) return notScored('it has no function')
  if (analyses.reference.functions === 0) return nothingCanonical('the canonical solution has no function')
  return scored(compareRepositories(analyses.candidate, analyses.reference), candidate, reference)
}

async function strictScore(produced: Work, canonical: Work, analyser: Analyser): Promise<Score> {
  const problem = problemOf(produced, canonical, 'strict')
  if (problem) return problem
  const [candidate, reference] = [comparableOf(produced.code ?? []), comparableOf(canonical.code ?? [])]
  const analyses = await analyser.sketches(candidate.files, reference.files)
  return scored(compareStrictly(analyses.candidate, analyses.reference), candidate, reference)
}

function problemOf({ code: mine }: Work, { code: theirs }: Work, setting: Setting): Score | undefined {
  const counts = setting === 'paper' ? isPython : isComparable
  const files = setting === 'paper' ? 'Python' : 'a known language'
  if (!theirs?.some(counts)) return nothingCanonical(`the canonical solution has no file of ${files}`)
  return mine ? undefined : notScored('there is no code')
}

interface Side {
  readonly files: readonly SourceFile[]
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[]
}

function pythonOf(files: readonly WorkFile[]): Side {
  return sideOf(files.filter(isPython))
}

function comparableOf(files: readonly WorkFile[]): Side {
  return sideOf(files.filter(isComparable))
}

function isPython({ path }: WorkFile): boolean {
  return path.endsWith('.py')
}

function isComparable({ path }: WorkFile): boolean {
  return languageOf(path).grammar !== undefined && !isTestFile(path)
}

function sideOf(files: readonly WorkFile[]): Side {
  const texts = files.map((file) => textOf(file, { largest: LARGEST }))
  return {
    // Python reads every line end as LF.
    files: texts.filter(isText).map(({ path, text }) => ({ path, text: text.replaceAll(/\r\n?/g, '\n') })),
    leftOut: texts.flatMap((text) => (isText(text) ? [] : [{ path: text.path, reason: text.reason }])),
  }
}

/** The published code copies the tests into the project, over files of the same name. */
function together(...parts: readonly (readonly WorkFile[])[]): WorkFile[] {
  return [...new Map(parts.flat().map((file) => [file.path, file])).values()]
}

function scored({ value, components, functions }: Sketch, mine: Side, theirs: Side): Score {
  const detail: SketchDetail = {
    components,
    functions,
    compared: { produced: mine.files.length, canonical: theirs.files.length },
    leftOut: [
      ...mine.leftOut.map((each) => ({ side: 'produced' as const, ...each })),
      ...theirs.leftOut.map((each) => ({ side: 'canonical' as const, ...each })),
    ],
  }
  return { scored: true, value, detail }
}
