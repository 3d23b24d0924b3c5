/** The graph of a project as a report draws it. */
import type { ModuleGraph } from '../../contracts/schema.ts'
import { LONGEST_NAME, MOST_SHOWN } from './bounds.ts'
import { isBroken, problemOf } from './linkage.ts'
import type { Link } from './links.ts'
import type { Module } from './module.ts'
import { orphansOf } from './orphans.ts'
import type { ProjectGraph } from './project.ts'

/** In the strict setting. Entries and modules with broken links come first, then those with most links: a bounded graph shows these. */
export function shownGraph(graph: ProjectGraph): ModuleGraph {
  const all = [...graph.modules.values()].filter((module) => module.language !== 'html' || module.imports.length > 0)
  const entries = new Set(graph.entries)
  const weights = weightsOf(graph.links)
  const weightOf = (path: string) => (weights.get(path) ?? 0) + (entries.has(path) ? FIRST : 0)
  const modules = all.toSorted((a, b) => weightOf(b.path) - weightOf(a.path)).slice(0, MOST_SHOWN.modules)
  const places = new Map(modules.map(({ path }, place) => [path, place]))
  const orphans = new Set(orphansOf(graph, 'strict')?.findings.map(({ path }) => path))
  const edges = edgesOf(graph.links, places)
  return {
    modules: modules.map((module) => ({
      path: module.path.slice(0, LONGEST_NAME),
      language: module.language,
      ...(entries.has(module.path) ? { entry: true as const } : {}),
      ...(orphans.has(module.path) ? { orphan: true as const } : {}),
      ...countsOf(module),
    })),
    links: edges.slice(0, MOST_SHOWN.links),
    more: { modules: all.length - modules.length, links: Math.max(0, edges.length - MOST_SHOWN.links) },
  }
}

function countsOf({ bodies }: Module): { readonly functions: number; readonly placeholders: number } {
  const counted = bodies.filter(({ strict }) => strict !== undefined)
  return { functions: counted.length, placeholders: counted.filter(({ strict }) => strict === true).length }
}

/** More than the links of any module. */
const FIRST = 1_000_000

function weightsOf(links: readonly Link[]): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  const add = (path: string, weight: number) => weights.set(path, (weights.get(path) ?? 0) + weight)
  for (const link of links) {
    add(link.from, isDrawnBroken(link) ? FIRST : 1)
    if (link.to !== undefined) add(link.to, 1)
  }
  return weights
}

function isDrawnBroken(link: Link): boolean {
  return link.page !== true && link.optional !== true && isBroken(link, 'strict')
}

/** One edge for each pair of modules, and one for each import that leads nowhere. */
function edgesOf(links: readonly Link[], places: ReadonlyMap<string, number>): ModuleGraph['links'] {
  const edges = new Map<string, ModuleGraph['links'][number]>()
  for (const link of links) {
    const from = places.get(link.from)
    const to = link.to === undefined ? undefined : places.get(link.to)
    const broken = isDrawnBroken(link)
    if (from === undefined || from === to || (to === undefined && !broken)) continue
    const key = to === undefined ? `${String(from)} ${link.specifier}` : `${String(from)} ${String(to)}`
    const known = edges.get(key)
    if (known?.broken !== undefined) continue
    edges.set(key, {
      from,
      ...(to === undefined ? { missing: link.specifier.slice(0, LONGEST_NAME) } : { to }),
      ...(broken ? { broken: `line ${String(link.line)}: ${problemOf(link)}`.slice(0, 3 * LONGEST_NAME) } : {}),
    })
  }
  // Broken links come first, so that a bounded graph shows them.
  return [...edges.values()].toSorted((a, b) => Number(b.broken !== undefined) - Number(a.broken !== undefined))
}
