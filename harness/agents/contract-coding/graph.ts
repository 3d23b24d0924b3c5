/** The graph of a contract: which file needs which. */
import type { Contract } from '../../contracts/schema.ts'
import { languageOf } from '../../lib/syntax/outline/outline.ts'

/** File → files that it needs, in the order of the contract. */
export type Graph = ReadonlyMap<string, readonly string[]>

/** All files of the contract, with the needs that name one of them. */
export function graphOf({ api, directory, dependencies }: Contract): Graph {
  const files = [...new Set([...api, ...directory].map(({ path }) => path))]
  const known = new Set(files)
  const needs = new Map(dependencies.map((each) => [each.file, each.needs]))
  return new Map(
    files.map((file) => [file, [...new Set(needs.get(file) ?? [])].filter((need) => known.has(need) && need !== file)]),
  )
}

/** Circles that are named; the others are opened as well. */
const MOST_CIRCLES = 50

export interface Ordered {
  /** The graph without the needs that close a circle. */
  readonly graph: Graph
  /** Each circle once, beginning and ending with the same file. */
  readonly circles: readonly (readonly string[])[]
  /** The number of files on the longest way. */
  readonly depth: number
}

/** Breaks every circle at the need that closes it, searching from the first file on. */
export function withoutCircles(graph: Graph): Ordered {
  const kept = new Map<string, string[]>()
  const depths = new Map<string, number>()
  const circles: string[][] = []
  for (const first of graph.keys()) {
    // Not recursive: the longest way has as many files as there are.
    const way: { readonly file: string; readonly open: string[] }[] = []
    const enter = (file: string) => {
      kept.set(file, [])
      way.push({ file, open: [...(graph.get(file) ?? [])] })
    }
    if (!kept.has(first)) enter(first)
    for (let top = way.at(-1); top; top = way.at(-1)) {
      const need = top.open.shift()
      if (need === undefined) {
        const below = (kept.get(top.file) ?? []).map((each) => depths.get(each) ?? 0)
        depths.set(top.file, 1 + Math.max(0, ...below))
        way.pop()
        continue
      }
      const begins = way.findIndex(({ file }) => file === need)
      if (begins >= 0 && circles.length >= MOST_CIRCLES) continue
      if (begins >= 0) circles.push([...way.slice(begins).map(({ file }) => file), need])
      else {
        kept.get(top.file)?.push(need)
        if (!kept.has(need)) enter(need)
      }
    }
  }
  return { graph: kept, circles, depth: Math.max(0, ...depths.values()) }
}

/** Files of code in the parts of the graph that nothing connects with the largest part. */
export function unconnected(graph: Graph): string[] {
  const files = [...graph.keys()]
  const neighbours = new Map(files.map((file) => [file, new Set<string>()]))
  for (const [file, needs] of graph)
    for (const need of needs) {
      neighbours.get(file)?.add(need)
      neighbours.get(need)?.add(file)
    }
  const parts: string[][] = []
  const seen = new Set<string>()
  for (const first of files) {
    if (seen.has(first)) continue
    seen.add(first)
    const part = [first]
    for (const file of part)
      for (const next of neighbours.get(file) ?? [])
        if (!seen.has(next)) {
          seen.add(next)
          part.push(next)
        }
    parts.push(part)
  }
  const largest = parts.toSorted((one, other) => other.length - one.length)[0]
  return parts.filter((part) => part !== largest).flatMap((part) => part.filter(isConnectable))
}

/** Files that tools find by their names are connected by nothing. */
const FOUND_BY_NAME =
  /(?:^|\/)(?:__init__\.py|conftest\.py|setup\.py|[\w.-]+\.config\.[cm]?[jt]s|test_\w+\.py|[\w.-]+\.test\.[cm]?[jt]s)$/

function isConnectable(file: string): boolean {
  return languageOf(file) !== undefined && !FOUND_BY_NAME.test(file)
}
