/** Measures of a project's architecture, as published beside Greenfield-5 and in a strict setting. */
import type { Score, Setting } from '../../contracts/schema.ts'
import type { Comparer, Work } from '../../contracts/types.ts'
import { nothingCanonical, notScored } from '../not-scored.ts'
import { LONGEST_NAME, MOST_DECLARED, MOST_ITEMS } from './bounds.ts'
import { contractShare } from './contract.ts'
import { normalisePath, isLibraryFile } from './files.ts'
import { contractIn, type Graphs } from './graphs.ts'
import { linkageOf } from './linkage.ts'
import type { Share } from './measure.ts'
import { orphansOf } from './orphans.ts'
import type { ProjectGraph } from './project.ts'
import { PATH_FINDINGS } from '../../contracts/vocabulary.ts'
import { isTestFile } from '../sketchbleu/test-files.ts'
import { languageOf } from '../codebleu/languages.ts'
import type { FunctionBody, Module } from './module.ts'

export const pathScorer: Comparer = {
  name: 'path-f1',
  score(produced, canonical, setting) {
    return Promise.resolve(pathScore(produced, canonical, setting))
  },
}

function pathScore(produced: Work, canonical: Work, setting: Setting): Score {
  const theirs = canonical.code?.map(({ path }) => path) ?? []
  if (pathSet(theirs, setting).size === 0) return nothingCanonical('the canonical solution has no file to compare with')
  if (!produced.code) return notScored('there is no code')
  const mine = produced.code.map(({ path }) => path)
  return scored(pathsOf(mine, theirs, setting))
}

export function linkageScorer(graphs: Graphs): Comparer {
  return graphScorer('linkage', graphs, ({ links }, setting) => {
    const share = linkageOf(links, setting)
    return share.whole === 0 ? nothingToMeasure('it has no internal imports') : scored(share)
  })
}

export function placeholdersScorer(graphs: Graphs): Comparer {
  return graphScorer('placeholders', graphs, ({ modules }, setting) => {
    const share = placeholdersOf([...modules.values()], setting)
    return share.whole === 0 ? nothingToMeasure('it has no function with a body') : scored(share)
  })
}

export function orphansScorer(graphs: Graphs): Comparer {
  return graphScorer('orphans', graphs, (graph, setting) => {
    const share = orphansOf(graph, setting)
    if (!share) return nothingToMeasure('nothing says how it is started')
    return share.whole === 0 ? nothingToMeasure('it has no module') : scored(share)
  })
}

export function contractScorer(graphs: Graphs): Comparer {
  return graphScorer('contract', graphs, ({ modules }, setting, produced) => {
    const contract = contractIn(produced) ?? []
    const files = new Set(produced.code?.map(({ path }) => normalisePath(path)))
    const share = contractShare(contract, modules, files, setting)
    if (share.whole > MOST_DECLARED) return notScored(`its contract has more than ${String(MOST_DECLARED)} entries`)
    return share.whole === 0 ? nothingToMeasure('the agent gave no contract') : scored(share)
  })
}

function graphScorer(
  name: string,
  graphs: Graphs,
  measure: (graph: ProjectGraph, setting: Setting, produced: Work) => Score,
): Comparer {
  return {
    name,
    async score(produced, canonical, setting) {
      if (!produced.code) return notScored('there is no code')
      const graph = await graphs.of(produced, canonical)
      return 'reason' in graph ? notScored(graph.reason) : measure(graph, setting, produced)
    },
  }
}

/** The measure is not defined for the project, which is nobody's fault. */
function nothingToMeasure(reason: string): Score {
  return nothingCanonical(reason)
}

function scored({ part, whole, findings }: Share): Score {
  const shown = findings.slice(0, MOST_ITEMS).map(({ path, line, text }) => ({
    path: path.slice(0, LONGEST_NAME),
    ...(line === undefined ? {} : { line }),
    text: text.slice(0, 3 * LONGEST_NAME),
  }))
  const detail = { part, whole, findings: shown, more: findings.length - shown.length }
  return { scored: true, value: part / whole, detail }
}

// ---- paths ---------------------------------------------------------------------------------------------------------

/**
 * F1 of the sets of file paths: twice the common paths / the paths of both sides together. `paper`: all files. `strict`: source files,
 * without tests and without files of other people.
 */
export function pathsOf(produced: readonly string[], canonical: readonly string[], setting: Setting): Share {
  const [mine, theirs] = [pathSet(produced, setting), pathSet(canonical, setting)]
  const missing = [...theirs].filter((path) => !mine.has(path))
  const extra = [...mine].filter((path) => !theirs.has(path))
  return {
    part: 2 * (theirs.size - missing.length),
    whole: mine.size + theirs.size,
    findings: [
      ...missing.map((path) => ({ path, text: PATH_FINDINGS.missing })),
      ...extra.map((path) => ({ path, text: PATH_FINDINGS.extra })),
    ],
  }
}

function pathSet(paths: readonly string[], setting: Setting): ReadonlySet<string> {
  const counts = (path: string) => languageOf(path).grammar !== undefined && !isTestFile(path) && !isLibraryFile(path)
  const all = paths.map(normalisePath)
  return new Set(setting === 'paper' ? all : all.filter(counts))
}

// ---- placeholders --------------------------------------------------------------------------------------------------

/**
 * Bodies that only pass, refuse or say TODO / all bodies. `paper`: any body with a comment that says TODO. `strict`: only if it does
 * nothing else; abstract methods, methods that a class of the project overrides, and functions without a name do not count.
 */
export function placeholdersOf(modules: readonly Module[], setting: Setting): Share {
  const overridden = setting === 'strict' ? overriddenMethods(modules) : new Set<string>()
  const counted = modules.flatMap(({ path, bodies }) =>
    bodies.flatMap((body) => {
      const isPlaceholder = setting === 'paper' ? body.paper : body.strict
      if (isPlaceholder === undefined || (isPlaceholder && overridden.has(keyOf(body)))) return []
      return [{ path, body, isPlaceholder }]
    }),
  )
  const found = counted.filter(({ isPlaceholder }) => isPlaceholder)
  return {
    part: found.length,
    whole: counted.length,
    findings: found.map(({ path, body }) => ({ path, line: body.line, text: `"${labelOf(body)}" is a placeholder` })),
  }
}

/** `Class.method` of each class that another class of the project extends, with its own method of the same name. */
function overriddenMethods(modules: readonly Module[]): ReadonlySet<string> {
  const overridden = new Set<string>()
  for (const { classes } of modules)
    for (const { bases, methods } of classes.values())
      for (const owner of bases) for (const name of methods) overridden.add(keyOf({ owner, name }))
  return overridden
}

function keyOf({ owner = '', name }: Pick<FunctionBody, 'owner' | 'name'>): string {
  return `${owner}.${name}`
}

function labelOf({ owner, name }: Pick<FunctionBody, 'owner' | 'name'>): string {
  if (name === '') return 'a function without a name'
  return owner === undefined ? name : `${owner}.${name}`
}
