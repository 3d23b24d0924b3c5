/** The folders in which Python finds the modules of a project, as its files say. */
import type { Text } from '../../texts.ts'
import { folderOf, under, type FileIndex } from '../files.ts'
import type { Module } from '../module.ts'
import { nameOfPackage, type PythonPaths } from './resolve.ts'

/** Files that mark a folder as one that is installed or put on the path. */
const MARKERS = ['setup.py', 'setup.cfg', 'pyproject.toml'] as const

/** Entries of lists of requirements: `pygame>=2`, and quoted ones in TOML and Python. */
const REQUIREMENT = /^[ \t]*["']?([A-Za-z][\w.-]{0,99})[ \t]*(?:\[[^\]\n]*\])?[ \t]*(?:[=<>~!;@,"']|$)/gm

/**
 * @param entries Files that start the project
 * @param promised Paths that the reference or the contract has
 */
export function pythonPaths(
  files: FileIndex,
  modules: readonly Module[],
  texts: ReadonlyMap<string, Text>,
  { entries, promised }: { readonly entries: readonly string[]; readonly promised: ReadonlySet<string> },
): PythonPaths {
  const python = modules.filter(({ language }) => language === 'python')
  const started = python.filter(({ path, startable }) => startable || entries.includes(path))
  const scripts = new Set(started.map(({ path }) => folderOf(path)))
  const marked = MARKERS.flatMap((name) => files.named(name)).map(folderOf)
  // Programs in a package are started as its modules, and its folder is then not searched.
  const loose = [...scripts].filter((folder) => !files.has(under(folder, '__init__.py')))
  const roots = [
    '',
    'src',
    ...marked.flatMap((folder) => [folder, under(folder, 'src')]),
    ...builtFolders(texts),
    ...loose,
  ]
  return {
    roots: [...new Set(roots)].slice(0, MOST_ROOTS),
    scripts,
    anywhere: python.some(({ path }) => texts.get(path)?.text.includes('sys.path') === true),
    installed: installedBy(texts, files),
    promised,
  }
}

/** Folders that are searched for one import. */
const MOST_ROOTS = 50

/** Folders that a package is built from, such as `where = ["lib"]` and `package_dir={"": "lib"}`. */
function builtFolders(texts: ReadonlyMap<string, Text>): string[] {
  return [...texts].flatMap(([path, { text }]) => {
    if (!MARKERS.some((name) => path === name || path.endsWith(`/${name}`))) return []
    const settings = text.slice(0, LONGEST_SETTINGS).matchAll(/\b(?:where|package[-_]dir)\b[^\n]{0,100}/g)
    const named = [...settings].flatMap(([line]) =>
      [...line.matchAll(/["']([\w./-]+)["']/g)].map(([, name = '']) => name),
    )
    return named.map((name) => under(folderOf(path), name))
  })
}

/** Characters of a file of settings that are read. */
const LONGEST_SETTINGS = 100_000

/** A package of the project's own is not installed by it, even if its settings name it. */
function installedBy(texts: ReadonlyMap<string, Text>, files: FileIndex): ReadonlySet<string> {
  const names = new Set<string>()
  for (const [path, { text }] of texts) {
    if (!/(^|\/)(requirements[\w.-]*\.txt|pyproject\.toml|setup\.(py|cfg)|Pipfile)$/.test(path)) continue
    for (const [, name = ''] of text.matchAll(REQUIREMENT)) names.add(nameOfPackage(name))
  }
  for (const file of files.named('__init__.py')) names.delete(nameOfPackage(folderOf(file).split('/').at(-1) ?? ''))
  return names
}
