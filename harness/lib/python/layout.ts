/** Where the importable code of a repository is, whatever its layout. */
import type { ProjectFile } from '../../contracts/types.ts'

export interface Layout {
  /** All files below its sources; those of `src/` are moved out of it. */
  readonly files: readonly ProjectFile[]
  /** Folders and files at its top. */
  readonly sources: readonly string[]
  /** Their names for `import`. */
  readonly names: readonly string[]
}

/** Tops of a repository that are no part of its library. */
const OTHERS =
  /^(?:(?:\w+_)?tests?|testing|docs?|examples?|benchmarks?|scripts?|tools|build|dist|venv|env|node_modules)$/i
const NO_MODULE = /^(?:setup|conftest|noxfile|tasks|manage|test_.*|.*_test)\.py$/
const NAME = /^[A-Za-z_]\w*$/
/** Modules that pytest is made of, and the judge's names for its tests. A project has no say in them. */
const OF_PYTEST = [
  ...['pytest', '_pytest', 'py', 'pluggy', 'iniconfig', 'packaging', 'exceptiongroup', 'tomli', 'pygments'],
  ...['attr', 'attrs', 'colorama', 'site', 'usercustomize', 'sitecustomize', 'pe_tests', 'test_task'],
]
/** The most that a suite may declare. */
const MOST = 50

/** @param standard Names of the modules of Python */
export function layoutOf(files: readonly ProjectFile[], standard: ReadonlySet<string>): Layout {
  const refused = new Set([...standard, ...OF_PYTEST])
  // A folder `src` that is a package itself is imported as `src`.
  const isPackage = files.some(({ path }) => path === 'src/__init__.py')
  const below = isPackage ? [] : files.filter(({ path }) => path.startsWith('src/'))
  const moved = below.map(({ path, content }) => ({ path: path.slice('src/'.length), content }))
  const all = new Map([...files.filter((file) => !below.includes(file)), ...moved].map((file) => [file.path, file]))
  const code = [...all.keys()].filter((path) => path.endsWith('.py') && isSource(path, refused))
  const sources = [...new Set(code.map(topOf))].toSorted().slice(0, MOST)
  const kept = new Set(sources)
  return {
    files: [...all.values()].filter(({ path }) => kept.has(topOf(path))),
    sources,
    names: [...new Set(sources.map((top) => top.replace(/\.py$/, '')))],
  }
}

function topOf(path: string): string {
  return path.split('/')[0] ?? ''
}

function isSource(path: string, refused: ReadonlySet<string>): boolean {
  const [top = '', ...rest] = path.split('/')
  if (rest.length === 0 && NO_MODULE.test(top)) return false
  const name = rest.length === 0 ? top.replace(/\.py$/, '') : top
  return NAME.test(name) && !refused.has(name) && !(rest.length > 0 && OTHERS.test(name))
}
