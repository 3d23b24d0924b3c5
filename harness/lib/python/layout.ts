/** Where the importable code of a repository is, whatever its layout. */
import type { ProjectFile } from '../../contracts/types.ts'

export interface Layout {
  /** Files of Python below the folder of the imports; with `src/`, they are moved out of it. */
  readonly files: readonly ProjectFile[]
  /** Folders and files at its top. */
  readonly sources: readonly string[]
  /** Their names for `import`. */
  readonly names: readonly string[]
}

/** Tops of a repository that are no part of its library. */
const OTHERS = /^(?:tests?|testing|docs?|examples?|benchmarks?|scripts?|tools|build|dist|venv|env|node_modules)$/i
const NO_MODULE = /^(?:setup|conftest|noxfile|tasks|manage|test_.*|.*_test)\.py$/
const NAME = /^[A-Za-z_]\w*$/
/** Modules that pytest is made of, and the judge's name for its tests. A project has no say in them. */
const OF_PYTEST = [
  ...['pytest', '_pytest', 'py', 'pluggy', 'iniconfig', 'packaging', 'exceptiongroup', 'tomli', 'pygments'],
  ...['attr', 'attrs', 'colorama', 'site', 'usercustomize', 'sitecustomize', 'pe_tests'],
]
/** The most that a suite may declare. */
const MOST = 50

/** @param standard Names of the modules of Python */
export function layoutOf(files: readonly ProjectFile[], standard: ReadonlySet<string>): Layout {
  const refused = new Set([...standard, ...OF_PYTEST])
  const code = files.filter(({ path }) => path.endsWith('.py'))
  const below = code
    .filter(({ path }) => path.startsWith('src/') && path !== 'src/__init__.py')
    .map(({ path, content }) => ({ path: path.slice('src/'.length), content }))
  const isPackage = code.some(({ path }) => path === 'src/__init__.py')
  // A folder `src` that is a package itself is imported as `src`.
  const usable = [...code, ...(isPackage ? [] : below)].filter(({ path }) => isSource(path, refused))
  const known = new Map(usable.map((file) => [file.path, file]))
  const tops = [...new Set([...known.keys()].map((path) => path.split('/')[0] ?? ''))].toSorted().slice(0, MOST)
  const kept = new Set(tops)
  return {
    files: [...known.values()].filter(({ path }) => kept.has(path.split('/')[0] ?? '')),
    sources: tops,
    names: [...new Set(tops.map((top) => top.replace(/\.py$/, '')))],
  }
}

function isSource(path: string, refused: ReadonlySet<string>): boolean {
  const [top = '', ...rest] = path.split('/')
  if (rest.length === 0 && NO_MODULE.test(top)) return false
  const name = rest.length === 0 ? top.replace(/\.py$/, '') : top
  return NAME.test(name) && !refused.has(name) && !(rest.length > 0 && OTHERS.test(name))
}
