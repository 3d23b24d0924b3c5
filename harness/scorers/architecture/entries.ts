/** The files that start a project. */
import path from 'node:path'
import type { LaunchPlan } from '../../contracts/schema.ts'
import type { Text } from '../texts.ts'
import { stringsIn, type Package } from './ecmascript/packages.ts'
import { folderOf, normalised, under, type FileIndex } from './files.ts'
import type { Module } from './module.ts'

const PYTHON = ['__main__.py', 'main.py', 'manage.py', 'app.py', 'run.py', 'server.py', 'cli.py', 'game.py', 'wsgi.py']
const SCRIPTS = ['index', 'main', 'server', 'app', 'cli'].flatMap((name) =>
  ['.js', '.mjs', '.cjs', '.ts', '.mts', '.tsx', '.jsx'].map((extension) => name + extension),
)
/** Characters of a file of settings that are read. */
const LONGEST_SETTINGS = 100_000

export interface Known {
  readonly files: FileIndex
  readonly modules: readonly Module[]
  readonly texts: ReadonlyMap<string, Text>
  readonly packages: readonly Package[]
  readonly launch: LaunchPlan | undefined
}

/**
 * The files that the launch plan or a manifest names; without one, those with a usual name in the uppermost folder that has one; without
 * these, the files of Python that can be started. Empty for a library.
 */
export function entriesOf(known: Known): string[] {
  const own = new Set(known.modules.map((module) => module.path))
  const declared = [...launched(known), ...manifested(known), ...scriptsOfPython(known)].filter((file) => own.has(file))
  if (declared.length > 0) return [...new Set(declared)]
  const usual = [...PYTHON, ...SCRIPTS].flatMap((name) => known.files.named(name)).filter((file) => own.has(file))
  const depth = Math.min(...usual.map(depthOf))
  if (usual.length > 0) return usual.filter((file) => depthOf(file) === depth)
  return known.modules.filter(({ startable }) => startable).map((module) => module.path)
}

function depthOf(file: string): number {
  return file.split('/').length
}

/** A source tree is built and not started. */
function launched({ launch, files }: Known): string[] {
  if (!launch) return []
  if ('startFile' in launch) return [normalised(launch.startFile)]
  if ('start' in launch) return filesIn(launch.start, '', files)
  return 'run' in launch ? filesIn(launch.run, '', files) : []
}

/** Words of a command that name a file, `-m package.module` and `module:application`. */
function filesIn(words: readonly string[], folder: string, files: FileIndex): string[] {
  return words.flatMap((word, index) => {
    const file = normalised(under(folder, word))
    if (files.has(file)) return [file]
    const dotted = words[index - 1] === '-m' ? word : /^([A-Za-z_][\w.]*):[A-Za-z_]/.exec(word)?.[1]
    return dotted === undefined ? [] : moduleFiles(dotted, folder, files)
  })
}

/** The file of a module of Python, below a folder or its `src`. */
function moduleFiles(dotted: string, folder: string, files: FileIndex): string[] {
  const base = dotted.replaceAll('.', '/')
  const names = [`${base}.py`, `${base}/__main__.py`, `${base}/__init__.py`]
  const paths = ['', 'src'].flatMap((inner) => names.map((name) => under(folder, inner, name)))
  return paths.filter((file) => files.has(file))
}

function scriptFiles(packages: readonly Package[], files: FileIndex): string[] {
  return packages.flatMap(({ folder, manifest }) =>
    Object.entries(manifest.scripts ?? {})
      .filter(([name]) => !/test|lint/.test(name))
      .flatMap(([, script]) =>
        typeof script === 'string' ? filesIn(script.slice(0, 2000).split(/[\s;&|]+/), folder, files) : [],
      ),
  )
}

function manifested({ packages, files }: Known): string[] {
  return [
    ...scriptFiles(packages, files),
    ...packages.flatMap(({ folder, manifest: { main, module, bin, exports, browser } }) =>
      stringsIn([main, module, bin, exports, browser]).flatMap((file) => withExtension(under(folder, file), files)),
    ),
  ]
}

function withExtension(file: string, files: FileIndex): string[] {
  return [file, `${file}.js`, `${file}.ts`, under(file, 'index.js')].filter((each) => files.has(each)).slice(0, 1)
}

/** `name = "package.module:function"` of a Python project. */
function scriptsOfPython({ texts, files }: Known): string[] {
  return [...texts].flatMap(([file, { text }]) => {
    if (!['pyproject.toml', 'setup.cfg', 'setup.py'].includes(path.posix.basename(file))) return []
    const targets = text.slice(0, LONGEST_SETTINGS).matchAll(/=[ \t]*["']?([A-Za-z_][\w.]*):[A-Za-z_]/g)
    return [...targets].flatMap(([, dotted = '']) => moduleFiles(dotted, folderOf(file), files))
  })
}
