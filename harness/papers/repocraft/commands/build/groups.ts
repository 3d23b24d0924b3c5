/** The tests of a repository, grouped by what they test, each group with code that runs by itself. */
import path from 'node:path'
import type { Piece, ReadTests, TestClass, TestFunction } from './read-tests.ts'

/** A place with tests: the functions of a file, or one of its classes. */
export interface Module {
  readonly file: string
  /** `functions`, or `class NAME`. */
  readonly name: string
  readonly tests: readonly TestFunction[]
  readonly owner: TestClass | undefined
}

export interface Group {
  readonly file: string
  readonly module: string
  /** The algorithm that the tests have in common. */
  readonly cap: string
  readonly category: string
  readonly tests: readonly TestFunction[]
  readonly owner: TestClass | undefined
}

/** Tests in one group; a task with more of them is split. */
export const MOST_TESTS = 12

export function modulesOf(file: string, { functions, classes }: ReadTests): Module[] {
  const plain: Module[] =
    functions.length === 0 ? [] : [{ file, name: 'functions', tests: functions, owner: undefined }]
  return [...plain, ...classes.map((owner) => ({ file, name: `class ${owner.name}`, tests: owner.tests, owner }))]
}

/** Groups of a module by the first word of the names of its tests. */
export function groupsByName(module: Module): Group[] {
  const groups = new Map<string, TestFunction[]>()
  for (const test of module.tests) {
    const [word = test.name] = wordsOf(test.name.replace(/^test_*/, ''))
    groups.set(word, [...(groups.get(word) ?? []), test])
  }
  return [...groups.values()].flatMap((tests) => groupOf(module, capOf(tests), tests))
}

/** @param algorithms Names of tests by the algorithm that a model saw in them; tests that it left out are grouped by their names */
export function groupsByAlgorithm(
  module: Module,
  algorithms: readonly { readonly name: string; readonly tests: readonly string[] }[],
): Group[] {
  const left = new Map(module.tests.map((test) => [test.name, test]))
  const groups = algorithms.flatMap(({ name, tests }) => {
    const own = tests.flatMap((each) => {
      const test = left.get(each)
      left.delete(each)
      return test ?? []
    })
    return own.length === 0 ? [] : groupOf(module, name, own)
  })
  return [...groups, ...groupsByName({ ...module, tests: [...left.values()] })]
}

function groupOf({ file, name, owner }: Module, cap: string, tests: readonly TestFunction[]): Group[] {
  const category = categoryOf(file)
  const parts = Array.from({ length: Math.ceil(tests.length / MOST_TESTS) }, (_, index) =>
    tests.slice(index * MOST_TESTS, (index + 1) * MOST_TESTS),
  )
  return parts.map((part, index) => ({
    ...{ file, module: name, category, owner, tests: part },
    cap: parts.length === 1 ? cap : `${cap} ${String(index + 1)}`,
  }))
}

/** The words that the names of all tests begin with. */
function capOf(tests: readonly TestFunction[]): string {
  const names = tests.map(({ name }) => wordsOf(name.replace(/^test_*/, '')))
  const [first = []] = names
  const shared = first.findIndex((word, index) => names.some((other) => other[index] !== word))
  const words = shared === -1 ? first : first.slice(0, Math.max(1, shared))
  return words.length === 0 ? 'behaviour' : words.join(' ')
}

export function wordsOf(name: string): string[] {
  return name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .split(/[_\s]+/)
    .map((word) => word.toLowerCase())
    .filter((word) => word !== '')
}

/** The folders and the file of the tests, without the words that only say that they are tests. */
export function categoryOf(file: string): string {
  const parts = file.replace(/\.py$/, '').split('/')
  const kept = parts
    .map((part) => part.replace(/^tests?_|_tests?$/g, ''))
    .filter((part) => !/^(?:tests?|testing|src)$/.test(part))
  return kept.length === 0 ? 'library' : kept.join('/')
}

/** All files whose fixtures a test file sees, the outermost first. */
export function fixturesFor(file: string, fixtures: ReadonlyMap<string, ReadTests>): ReadTests[] {
  const folders = path.posix.dirname(file).split('/')
  const places = ['conftest.py', ...folders.map((_, index) => `${folders.slice(0, index + 1).join('/')}/conftest.py`)]
  return [...new Set(places)].flatMap((place) => fixtures.get(path.posix.normalize(place)) ?? [])
}

/** A test file with only the tests of a group, and all that they need of its file and of the shared fixtures. */
export function codeOf(group: Group, file: ReadTests, shared: readonly ReadTests[]): string {
  const pieces = [...shared.flatMap((each) => each.pieces), ...file.pieces]
  const owner = group.owner
  const uses = [...group.tests.flatMap((test) => test.uses), ...(owner?.uses ?? [])]
  const needed = neededOf(pieces, uses)
  // Nobody knows which names such an import binds: with it, the test is left out for a reason that names it.
  const isStar = (piece: Piece) => piece.kind === 'import' && STAR.test(piece.code) && file.pieces.includes(piece)
  const parts = pieces.filter((piece) => needed.has(piece) || isStar(piece)).toSorted((a, b) => rank(a) - rank(b))
  const tests = owner ? [classCode(owner, group.tests)] : group.tests.map(({ code }) => code)
  const imports = parts.filter(({ kind }) => kind === 'import').map(({ code }) => code)
  const others = parts.filter(({ kind }) => kind !== 'import').map(({ code }) => code)
  return `${[[...new Set(imports)].join('\n'), ...others, ...tests].filter((part) => part !== '').join('\n\n\n')}\n`
}

const STAR = /\bimport\s*\*\s*$/

/** Imports from the future have to be first. */
function rank({ kind, code }: Piece): number {
  return kind === 'import' ? (code.includes('__future__') ? 0 : 1) : 2
}

function neededOf(pieces: readonly Piece[], uses: readonly string[]): ReadonlySet<Piece> {
  const needed = new Set<Piece>()
  const names = new Set(uses)
  for (let size = -1; size !== needed.size;) {
    size = needed.size
    for (const piece of pieces) {
      if (needed.has(piece) || !(piece.always || piece.names.some((name) => names.has(name)))) continue
      needed.add(piece)
      for (const each of piece.uses) names.add(each)
    }
  }
  return needed
}

function classCode({ head, others }: TestClass, tests: readonly TestFunction[]): string {
  return [head, ...others, ...tests.map(({ code }) => code)].join('\n\n')
}
