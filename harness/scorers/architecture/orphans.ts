import type { Setting } from '../../contracts/schema.ts'
import { isTestFile } from '../sketchbleu/test-files.ts'
import { folderOf, under } from './files.ts'
import type { Share } from './measure.ts'
import type { Module } from './module.ts'
import type { ProjectGraph } from './project.ts'

/** Modules that tools load by their name. */
const SETTINGS_FILES =
  /(^|\/)(setup|conftest|noxfile|gunicorn\.conf)\.py$|(^|\/)[\w.-]+\.config\.[cm]?[jt]s$|\.d\.[cm]?ts$/

/**
 * Modules that are never reached from the entry point / all modules. `paper`: by imports alone. `strict`: also by names in strings, as
 * frameworks load modules, and by pages; tests, settings of tools and empty files do not count.
 * @returns undefined if there is no entry point, as in a library
 */
export function orphansOf(graph: ProjectGraph, setting: Setting): Share | undefined {
  const reached = reachedFrom(graph, setting)
  if (!reached) return undefined
  const counted = [...graph.modules.values()].filter((module) => isCounted(module, setting))
  const orphans = counted.filter(({ path }) => !reached.has(path))
  return {
    part: orphans.length,
    whole: counted.length,
    findings: orphans.map(({ path }) => ({ path, text: 'never reached from the entry point' })),
  }
}

function isCounted({ path, language, names, imports, bodies }: Module, setting: Setting): boolean {
  if (language === 'html') return false
  if (setting === 'paper') return true
  const isEmpty = imports.length === 0 && bodies.length === 0 && /(^|\/)__init__\.py$/.test(path) && names.size === 0
  return !isEmpty && !isTestFile(path) && !SETTINGS_FILES.test(path)
}

/** Other entry points, which a server or `python -m` starts. */
const STARTED = /(^|\/)(wsgi|asgi|__main__)\.py$/

/** The files that are loaded if the project is started; undefined if nothing says how it is started. */
export function reachedFrom(graph: ProjectGraph, setting: Setting): ReadonlySet<string> | undefined {
  const pages = [...graph.modules.values()].filter(({ language }) => language === 'html').map(({ path }) => path)
  const servers = [...graph.modules.keys()].filter((path) => STARTED.test(path))
  const roots = [...graph.entries, ...(setting === 'strict' ? [...pages, ...servers] : [])]
  if (roots.length === 0) return undefined
  const next = new Map<string, string[]>()
  const connect = (from: string, to: string) => {
    const known = next.get(from)
    if (known) known.push(to)
    else next.set(from, [to])
  }
  for (const { from, to, also, status } of graph.links) {
    if (setting === 'strict' && status === 'not-on-path') continue
    for (const each of to === undefined ? also : [to, ...also]) connect(from, each)
  }
  if (setting === 'strict') for (const { from, to } of graph.mentions) connect(from, to)
  for (const module of graph.modules.values()) {
    const init = packageAround(module)
    if (init !== undefined && graph.modules.has(init)) connect(module.path, init)
  }
  return closure(roots, next)
}

/**
 * The file that Python runs before a module of a package: `a/b/__init__.py` for `a/b/c.py`, and `a/__init__.py` for that. Programs in a
 * package count as started by `python -m`. The folder of the project is not a package.
 */
function packageAround({ path, language }: Module): string | undefined {
  if (language !== 'python') return undefined
  const folder = /(^|\/)__init__\.py$/.test(path) ? folderOf(folderOf(path)) : folderOf(path)
  return folder === '' ? undefined : under(folder, '__init__.py')
}

function closure(roots: readonly string[], next: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set(roots)
  // A set can grow while it is walked.
  for (const path of reached) for (const to of next.get(path) ?? []) reached.add(to)
  return reached
}
