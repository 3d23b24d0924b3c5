/** Reads a reference taxonomy of RepoCraft: nested categories of the features of a library. Its leaves count for coverage. */
import * as z from 'zod'

/** Levels of categories; the published taxonomies have at most four. */
const DEEPEST = 8
/** Names in one category. */
const WIDEST = 2000
/** Characters of a name. */
const LONGEST_NAME = 200
/** Leaves of a whole taxonomy; the largest published one has 76. */
const MOST_LEAVES = 5000
/** Between the names of a path. */
const SEPARATOR = ' / '

/** Categories by name, or a list of names. */
export type Taxonomy = { readonly [category: string]: Taxonomy } | readonly string[]

/** A problem names the category that has it. */
export const taxonomySchema = z.unknown().transform((value, context): Taxonomy => {
  const problem = problemOf(value) ?? leafProblem(value as Taxonomy)
  if (problem === undefined) return value as Taxonomy
  context.addIssue({ code: 'custom', message: problem })
  return z.NEVER
})

function problemOf(value: unknown): string | undefined {
  if (!isObject(value) || Object.keys(value).length === 0) return 'it is not an object of categories'
  return problemBelow(value, [])
}

/** Recursion ends at the deepest level that is allowed, so no file can exhaust the stack. */
function problemBelow(value: unknown, above: Leaf): string | undefined {
  const where = above.length === 0 ? 'it' : JSON.stringify(above.join(SEPARATOR))
  if (above.length > DEEPEST) return `${where} is deeper than ${String(DEEPEST)} levels`
  if (!Array.isArray(value) && !isObject(value))
    return `${where} is neither an object of categories nor a list of names`
  const names: readonly unknown[] = Array.isArray(value) ? value : Object.keys(value)
  if (names.length > WIDEST) return `${where} has more than ${String(WIDEST)} names`
  const wrong = names.find((name) => !isName(name))
  if (wrong !== undefined)
    return `${where} has a name that is not a text of 1 to ${String(LONGEST_NAME)} characters: ${shown(wrong)}`
  if (Array.isArray(value)) return undefined
  const problems = Object.entries(value).map(([name, below]) => problemBelow(below, [...above, name]))
  return problems.find((problem) => problem !== undefined)
}

/** A list or an object may be nested without end. */
function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 100))
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object'
  return String(value)
}

function leafProblem(taxonomy: Taxonomy): string | undefined {
  const leaves = leavesOf(taxonomy)
  if (leaves.length > MOST_LEAVES) return `it has more than ${String(MOST_LEAVES)} leaves`
  const twice = duplicate(leaves.map((leaf) => leaf.join(SEPARATOR)))
  return twice === undefined ? undefined : `it has the leaf "${twice}" twice`
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isName(name: unknown): boolean {
  return typeof name === 'string' && name.trim() !== '' && name.length <= LONGEST_NAME
}

/** The names from the first level down to a leaf. Names of leaves repeat in a taxonomy, so only the whole path identifies one. */
export type Leaf = readonly string[]

/** All leaves, in the order of the file: the names in lists, and the categories that contain nothing. */
export function leavesOf(taxonomy: Taxonomy, above: Leaf = []): Leaf[] {
  if (isList(taxonomy)) return taxonomy.map((each) => [...above, each])
  return Object.entries(taxonomy).flatMap(([category, below]) => {
    const path = [...above, category]
    return isEmpty(below) ? [path] : leavesOf(below, path)
  })
}

function isList(taxonomy: Taxonomy): taxonomy is readonly string[] {
  return Array.isArray(taxonomy)
}

function isEmpty(below: Taxonomy): boolean {
  return Object.keys(below).length === 0
}

/** A leaf as a category that scorers compare with. */
export interface Category {
  readonly id: string
  /** The text that is embedded, and shown to a model. */
  readonly text: string
}

/** Levels that all leaves share say nothing about a feature, and one of them is the name of the reference: they are left out. */
export function categoriesOf(taxonomy: Taxonomy): Category[] {
  const leaves = leavesOf(taxonomy)
  const shared = sharedLevels(leaves)
  return leaves.map((leaf) => ({ id: leaf.join(SEPARATOR), text: leaf.slice(shared).join(SEPARATOR) }))
}

/** The number of levels above all leaves that have a single category. */
function sharedLevels(leaves: readonly Leaf[]): number {
  const [first = []] = leaves
  let shared = 0
  while (leaves.every((leaf) => leaf.length > shared + 1 && leaf[shared] === first[shared])) shared += 1
  return leaves.length === 0 ? 0 : shared
}

function duplicate(keys: readonly string[]): string | undefined {
  const seen = new Set<string>()
  return keys.find((key) => seen.size === seen.add(key).size)
}
