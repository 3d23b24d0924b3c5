/** Categories and growth of a repository, read from the details of its measures. */
import type { Measures } from '../data.ts'

export interface CategoryView {
  readonly id: string
  readonly features: number
  readonly names: readonly string[]
}

export interface RoundView {
  readonly round: number
  readonly coverage: number
  readonly novelty: number | null
  readonly features: number
  readonly files: number
  readonly lines: number
}

export interface RepositoryView {
  /** By the clustering, or as a model has refined them. */
  readonly placements: readonly {
    readonly title: string
    readonly categories: readonly CategoryView[]
    /** Features outside of all categories. */
    readonly novel: readonly string[]
  }[]
  /** Empty if the project was not extended in rounds. */
  readonly rounds: readonly RoundView[]
}

/** Undefined if no scorer of repositories has measured the trial. */
export function repositoryOf(measures: Measures): RepositoryView | undefined {
  const placements = ['', 'refined-'].flatMap((kind) => {
    const categories = listIn(measures, new RegExp(`^(?:lexical-)?${kind}coverage$`), 'categories')
    if (!categories) return []
    const novel = listIn(measures, new RegExp(`^(?:lexical-)?${kind}novelty$`), 'names') ?? []
    const title = kind === '' ? 'by clusters' : 'refined by a model'
    return [{ title, categories: categories as CategoryView[], novel: novel as string[] }]
  })
  const rounds = (listIn(measures, /^(?:lexical-)?growth$/, 'rounds') ?? []) as RoundView[]
  return placements.length + rounds.length === 0 ? undefined : { placements, rounds }
}

/** A list in the details of a measure. Scorers check the shape of their details before they are written. */
function listIn(measures: Measures, name: RegExp, field: string): unknown[] | undefined {
  const measure = measures.find((each) => name.test(each.name))?.measure
  if (measure?.scored !== true || typeof measure.detail !== 'object' || measure.detail === null) return undefined
  const list = (measure.detail as Readonly<Record<string, unknown>>)[field]
  return Array.isArray(list) ? list : undefined
}
