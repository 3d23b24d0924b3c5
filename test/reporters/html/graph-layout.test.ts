/** Places of modules in the picture of a trial's page. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ModuleGraph } from '../../../harness/contracts/schema.ts'
import { BOX, curve, labelOf, layoutOf, type Box } from '../../../harness/reporters/html/app/graph-layout.ts'

function graphOf(
  modules: readonly Partial<ModuleGraph['modules'][number]>[],
  links: ModuleGraph['links'],
): ModuleGraph {
  return {
    modules: modules.map((each, index) => ({
      ...{ path: `m${String(index)}.py`, language: 'python', functions: 0, placeholders: 0 },
      ...each,
    })),
    links,
    more: { modules: 0, links: 0 },
  }
}

const graphs = fc.integer({ min: 1, max: 200 }).chain((size) => {
  const index = fc.nat({ max: size - 1 })
  const optional = (value: true) => fc.option(fc.constant(value), { nil: undefined, freq: 5 })
  const module = fc.record({ entry: optional(true), orphan: optional(true) })
  const found = fc.record({ from: index, to: index })
  const missing = fc.record({
    from: index,
    missing: fc.string({ maxLength: 40 }),
    broken: fc.constant('there is no such file'),
  })
  return fc
    .tuple(
      fc.array(module, { minLength: size, maxLength: size }),
      fc.array(fc.oneof(found, missing), { maxLength: 400 }),
    )
    .map(([modules, links]) =>
      graphOf(
        modules.map(({ entry, orphan }) => ({ ...(entry ? { entry } : {}), ...(orphan ? { orphan } : {}) })),
        links,
      ),
    )
})

function overlap(a: Box, b: Box): boolean {
  return Math.abs(a.x - b.x) < BOX.width && Math.abs(a.y - b.y) < BOX.height
}

describe('the layout of a graph', () => {
  it('places each module once, inside the picture and beside all others', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const { boxes, edges, width, height } = layoutOf(graph)
        expect(boxes.slice(0, graph.modules.length).map(({ module }) => module)).toEqual([...graph.modules.keys()])
        for (const [index, box] of boxes.entries()) {
          expect(box.x >= 0 && box.x + BOX.width <= width && box.y >= 0 && box.y + BOX.height <= height).toBe(true)
          expect(boxes.slice(index + 1).some((other) => overlap(box, other))).toBe(false)
        }
        expect(edges.length).toBe(graph.links.length)
        expect(edges.every(({ from, to }) => boxes[from] !== undefined && boxes[to] !== undefined)).toBe(true)
        expect(layoutOf(graph)).toEqual({ boxes, edges, width, height })
      }),
      { numRuns: 30 },
    )
  })

  it('puts the entry first, imported modules to its right, and orphans last', () => {
    const graph = graphOf(
      [{ entry: true }, {}, {}, { orphan: true }, { orphan: true }],
      [
        { from: 0, to: 1 },
        { from: 1, to: 2 },
        { from: 3, to: 4 },
        { from: 1, missing: 'gone', broken: 'there is no such file' },
      ],
    )
    const columns = layoutOf(graph).boxes.map(({ x }) => x)
    const [entry = 0, first = 0, second = 0, orphan = 0, last = 0, gone = 0] = columns
    expect(entry < first && first < second && second < orphan && orphan < last).toBe(true)
    expect(gone).toBe(second)
  })

  it('is empty without modules', () => {
    expect(layoutOf(graphOf([], []))).toMatchObject({ boxes: [], edges: [] })
  })

  it('names files that every folder has by their folder, and shortens long names', () => {
    expect(labelOf('core/game.py')).toBe('game.py')
    expect(labelOf('core/__init__.py')).toBe('core/__init__.py')
    expect(labelOf(`src/${'long'.repeat(20)}.ts`)).toMatch(/^long.{18}…$/)
  })

  it('draws curves between the sides of boxes', () => {
    const [left, right] = [
      { label: 'a', x: 0, y: 0 },
      { label: 'b', x: 300, y: 100 },
    ]
    expect(curve(left, right)).toMatch(/^M168 11C.* 300 111$/)
    expect(curve(right, left)).toMatch(/^M468 111C.* 168 11$/)
  })
})
