/** A project as its modules and the imports between them. */
import path from 'node:path'
import type { LaunchPlan } from '../../contracts/schema.ts'
import type { WorkFile } from '../../contracts/types.ts'
import type { Parsers } from '../../lib/syntax/parse.ts'
import { aliasesIn, packagesIn, stringsIn, type Package } from './ecmascript/packages.ts'
import { EcmascriptResolver } from './ecmascript/resolve.ts'
import { FileIndex, isLibraryFile, normalisePath, folderOf, under } from './files.ts'
import { Linker, type Link } from './links.ts'
import { type Module, sourceOf } from './module.ts'
import { pythonPaths } from './python/paths.ts'
import { PythonResolver } from './python/resolve.ts'
import { type Text, isText, textOf } from '../texts.ts'
import { MOST_CHARACTERS, MOST_IMPORTS, MOST_MODULES, MOST_NODES, LARGEST } from './bounds.ts'
import { readEcmascript } from './ecmascript/read.ts'
import { readPage } from './markup.ts'
import { readPython } from './python/read.ts'

export interface ProjectGraph {
  readonly modules: ReadonlyMap<string, Module>
  readonly links: readonly Link[]
  /** Links that only a string makes, as frameworks load modules by name. */
  readonly mentions: readonly { readonly from: string; readonly to: string }[]
  /** Files that start the project; empty for a library. */
  readonly entries: readonly string[]
}

export interface ProjectFiles {
  readonly files: readonly WorkFile[]
  readonly launch?: LaunchPlan | undefined
  /** Paths that the reference or the contract has. */
  readonly promised: ReadonlySet<string>
}

export type Graphed = ProjectGraph | { readonly reason: string }

/** @returns The reason if the project is too large to be read, or has a source file that cannot be read */
export async function graphOf({ files: given, launch, promised }: ProjectFiles, parsers: Parsers): Promise<Graphed> {
  const read = textsOf(given)
  const { texts } = read
  const reading = await readModules(read, parsers)
  if ('reason' in reading) return reading
  const { modules } = reading
  const files = new FileIndex(given)
  const packages = packagesIn(texts)
  const entries = entriesOf({ files, modules, texts, packages, launch })
  const byPath = new Map(modules.map((module) => [module.path, module]))
  const linker = new Linker(byPath, {
    python: new PythonResolver(files, pythonPaths(files, modules, texts, { entries, promised })),
    ecmascript: new EcmascriptResolver(files, packages, aliasesIn(texts)),
    files,
  })
  return {
    modules: byPath,
    links: modules.flatMap((module) => linker.linksOf(module)),
    mentions: modules.flatMap((module) => linker.mentionsOf(module)),
    entries,
  }
}

// ---- read ----------------------------------------------------------------------------------------------------------

// Reads the source files of a project.

/** The modules of a project, or the reason why it was not read. */
type Reading = { readonly modules: readonly Module[] } | { readonly reason: string }

async function readModules({ texts, leftOut }: Texts, parsers: Parsers): Promise<Reading> {
  const unread = leftOut.find(({ path }) => sourceOf(path) !== undefined)
  // Its imports are unknown, and an unknown import must not count as a right one.
  if (unread) return { reason: `"${unread.path.slice(0, 200)}" could not be read: ${unread.reason}` }
  const sources = [...texts.values()].filter(({ path }) => sourceOf(path) !== undefined)
  const characters = sources.reduce((sum, { text }) => sum + text.length, 0)
  if (sources.length > MOST_MODULES) return { reason: `it has more than ${String(MOST_MODULES)} source files` }
  if (characters > MOST_CHARACTERS)
    return { reason: `its source files have more than ${String(MOST_CHARACTERS)} characters` }
  return readAll(sources, parsers)
}

/** Runs sequentially, because a syntax tree takes far more memory than what is read from it. */
async function readAll(sources: readonly Text[], parsers: Parsers): Promise<Reading> {
  const modules: Module[] = []
  let [nodes, imports] = [0, 0]
  for (const { path, text } of sources) {
    const source = sourceOf(path)
    if (!source) continue
    const { grammar, language } = source
    const tree = await parsers.parse(grammar, text)
    nodes += tree.nodes.length
    if (nodes > MOST_NODES) return { reason: `its syntax trees have more than ${String(MOST_NODES)} nodes` }
    const module =
      language === 'python'
        ? readPython(path, tree)
        : language === 'html' || language === 'component'
          ? await readPage(path, language, tree, parsers)
          : readEcmascript(path, language, tree)
    imports += module.imports.length
    if (imports > MOST_IMPORTS) return { reason: `it has more than ${String(MOST_IMPORTS)} imports` }
    modules.push(module)
  }
  return { modules }
}

// ---- texts ---------------------------------------------------------------------------------------------------------

interface Texts {
  /** By path. */
  readonly texts: ReadonlyMap<string, Text>
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[]
}

/** The texts of a project, without files of other people. */
function textsOf(files: readonly WorkFile[]): Texts {
  const texts = new Map<string, Text>()
  const leftOut: { path: string; reason: string }[] = []
  for (const file of files) {
    const path = normalisePath(file.path)
    if (isLibraryFile(path)) continue
    const text = textOf(file, { largest: LARGEST })
    if (isText(text)) texts.set(path, { ...text, path })
    else leftOut.push({ path, reason: text.reason })
  }
  return { texts, leftOut }
}

// ---- entries -------------------------------------------------------------------------------------------------------

// The files that start a project.

const PYTHON = ['__main__.py', 'main.py', 'manage.py', 'app.py', 'run.py', 'server.py', 'cli.py', 'game.py', 'wsgi.py']
const SCRIPTS = ['index', 'main', 'server', 'app', 'cli'].flatMap((name) =>
  ['.js', '.mjs', '.cjs', '.ts', '.mts', '.tsx', '.jsx'].map((extension) => name + extension),
)
/** Characters of a file of settings that are read. */
const LONGEST_SETTINGS = 100_000

interface Known {
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
function entriesOf(known: Known): string[] {
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
  if ('startFile' in launch) return [normalisePath(launch.startFile)]
  if ('start' in launch) return filesIn(launch.start, '', files)
  return 'run' in launch ? filesIn(launch.run, '', files) : []
}

/** Words of a command that name a file, `-m package.module` and `module:application`. */
function filesIn(words: readonly string[], folder: string, files: FileIndex): string[] {
  return words.flatMap((word, index) => {
    const file = normalisePath(under(folder, word))
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
