/** The graph of a contract: which file needs which. */
import type { Contract } from '../../../contracts/schema.ts'
import { languageOf } from '../../../lib/syntax/outline/outline.ts'
import type { Graph } from '../../../agents/framework/circles.ts'

/** All files of the contract, with the needs that name one of them. */
export function graphOf({ api, directory, dependencies }: Contract): Graph {
  const files = [...new Set([...api, ...directory].map(({ path }) => path))]
  const known = new Set(files)
  const needs = new Map(dependencies.map((each) => [each.file, each.needs]))
  return new Map(
    files.map((file) => [file, [...new Set(needs.get(file) ?? [])].filter((need) => known.has(need) && need !== file)]),
  )
}

/** Files of code in the parts of the graph that nothing connects with the largest part. */
export function unconnectedFiles(graph: Graph): string[] {
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
