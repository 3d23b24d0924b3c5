/** Surveys a repository of Python: its size, its features, and the reference category that each feature is nearest to. */
import type { WorkFile } from '../../../contracts/types.ts'
import { OUTSIDE, clusterAround } from '../../../lib/statistics/fixed-centroids.ts'
import type { Parsers } from '../../../lib/syntax/parse.ts'
import type { Embedder } from '../../../scorers/embedders/embedder.ts'
import { factsOf } from '../../../scorers/facts.ts'
import { isTestFile } from '../../../scorers/sketchbleu/test-files.ts'
import { isText, textOf } from '../../../scorers/texts.ts'
import { featuresOf } from './surface.ts'

export interface SurveyTask {
  readonly files: readonly WorkFile[]
  /** Texts of the reference categories. */
  readonly categories: readonly string[]
  readonly seed: number
  /** Features that are compared; 20,000 by default, of which sympy has half. */
  readonly most?: number
}

export interface SurveyedFeature {
  readonly file: string
  readonly name: string
  readonly text: string
  /** Index of its category; null if it is outside of all. */
  readonly category: number | null
}

export interface Survey {
  readonly size: {
    readonly files: number
    /** Without blank lines, comments and docstrings. */
    readonly lines: number
    /** Leaves of the syntax trees; a string is one. */
    readonly tokens: number
  }
  readonly features: readonly SurveyedFeature[]
  /** Features beyond the most that are compared. */
  readonly tooMany: number
  /** Files that could not be read. */
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[]
  readonly embedder: string
}

const MOST_FEATURES = 20_000

export async function surveyOf(
  { files, categories, seed, most = MOST_FEATURES }: SurveyTask,
  parsers: Parsers,
  open: () => Promise<Embedder>,
): Promise<Survey> {
  const code = files.filter(isLibraryCode).toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const { languages, leftOut } = await factsOf(code, parsers)
  const found = await featuresIn(code, parsers)
  const features = found.slice(0, most)
  const python = languages.find(({ language }) => language === 'python')
  const embedder = await open()
  const placed = await placesOf(
    features.map(({ text }) => text),
    categories,
    seed,
    embedder,
  )
  return {
    size: { files: code.length, lines: python?.lines ?? 0, tokens: python?.tokens ?? 0 },
    features: features.map((feature, index) => ({ ...feature, category: placed[index] ?? null })),
    tooMany: found.length - features.length,
    leftOut,
    embedder: embedder.id,
  }
}

const EXAMPLES: ReadonlySet<string> = new Set(['example', 'examples', 'demo', 'demos', 'benchmarks', 'docs', 'doc'])

/** Files of Python that are neither tests nor examples. */
function isLibraryCode({ path }: WorkFile): boolean {
  if (!path.endsWith('.py') || isTestFile(path)) return false
  return !path
    .split('/')
    .slice(0, -1)
    .some((folder) => EXAMPLES.has(folder))
}

/** Features with the same text count once, so that copies do not change any share. */
async function featuresIn(code: readonly WorkFile[], parsers: Parsers): Promise<Omit<SurveyedFeature, 'category'>[]> {
  const found = new Map<string, Omit<SurveyedFeature, 'category'>>()
  for (const file of code) {
    const text = textOf(file)
    if (!isText(text)) continue
    for (const feature of featuresOf(await parsers.parse('python', text.text)))
      if (!found.has(feature.text)) found.set(feature.text, { file: file.path, ...feature })
  }
  return [...found.values()]
}

async function placesOf(
  texts: readonly string[],
  categories: readonly string[],
  seed: number,
  embedder: Embedder,
): Promise<readonly (number | null)[]> {
  if (texts.length === 0) return []
  const vectors = await embedder.embed([...categories, ...texts])
  const [fixed, points] = [vectors.slice(0, categories.length), vectors.slice(categories.length)]
  // A text without content has the zero vector, which is equally far from everything.
  const withContent = points.flatMap((point, index) => (point.some((value) => value !== 0) ? [index] : []))
  const { clusters } = clusterAround(
    withContent.map((index) => points[index] ?? []),
    fixed,
    { seed, onSphere: true },
  )
  const places: (number | null)[] = texts.map(() => null)
  for (const [at, index] of withContent.entries()) places[index] = categoryOf(clusters[at])
  return places
}

function categoryOf(cluster = OUTSIDE): number | null {
  return cluster === OUTSIDE ? null : cluster
}
