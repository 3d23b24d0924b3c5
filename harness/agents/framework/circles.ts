/** Circles of needs, and the graph without them. */

/** Name → names that it needs, such as a file and the files that it imports. */
export type Graph = ReadonlyMap<string, readonly string[]>

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

/** Names of a circle in a sentence. */
const MOST_SHOWN = 12

/** A circle may be as long as the graph. */
export function circleText(circle: readonly string[], verb = 'needs'): string {
  const shown = circle.length > MOST_SHOWN ? [...circle.slice(0, MOST_SHOWN - 1), '…', ...circle.slice(-1)] : circle
  return shown.join(` ${verb} `)
}
