import type { GraphNode, RepositoryUnit, RepositoryWork } from '../../harness/contracts/schema.ts'
import type { Artefacts } from '../../harness/contracts/types.ts'

const node = (kind: GraphNode['kind'], id: string, changes: Partial<GraphNode> = {}): GraphNode => ({
  ...{ id, kind, name: id.split(/[:/]/).at(-1)?.trim() ?? id, description: '', signature: '', features: [] },
  ...{ path: kind === 'capability' ? '' : (id.split(':')[0] ?? ''), state: 'passing' },
  ...changes,
})

const unit = (id: string, layer: number, changes: Partial<RepositoryUnit> = {}): RepositoryUnit => ({
  ...{ id, layer, needs: [], state: 'passing', repairs: 0, test: '', note: '' },
  attempts: [{ changed: 'written', passed: 2, of: 2, log: '' }],
  ...changes,
})

/** As the agent zerorepo leaves it with a trial. One description is markup, which must be shown as text. */
const WORK: RepositoryWork = {
  problems: ['data flow in a circle: shop/list.py to shop/total.py to shop/list.py'],
  graph: {
    nodes: [
      node('capability', 'capability: Prices', { state: 'failed' }),
      node('capability', 'capability: Prices / Totals', { name: 'Totals', state: 'failed' }),
      node('capability', 'capability: Lists'),
      node('file', 'shop/list.py', { description: 'Keeps the list.' }),
      node('file', 'shop/total.py', { state: 'failed' }),
      node('class', 'shop/list.py:Items', { signature: 'class Items', state: 'repaired' }),
      node('function', 'shop/list.py:Items.add', { name: 'add', state: 'repaired' }),
      node('function', 'shop/list.py:sort_items'),
      node('function', 'shop/total.py:total', {
        ...{ signature: 'total(items: Items) -> Decimal', state: 'failed' },
        description: 'Adds up. <img src=x onerror=alert(1)>',
      }),
      node('function', 'shop/total.py:rounded', { state: 'written' }),
      node('function', 'shop/total.py:discount', { state: 'planned' }),
    ],
    edges: [
      { kind: 'composes', from: 'capability: Prices / Totals', to: 'capability: Prices' },
      { kind: 'contains', from: 'capability: Prices / Totals', to: 'shop/total.py' },
      { kind: 'contains', from: 'capability: Lists', to: 'shop/list.py' },
      { kind: 'contains', from: 'shop/list.py', to: 'shop/list.py:Items' },
      { kind: 'contains', from: 'shop/list.py:Items', to: 'shop/list.py:Items.add' },
      { kind: 'contains', from: 'shop/list.py', to: 'shop/list.py:sort_items' },
      { kind: 'contains', from: 'shop/total.py', to: 'shop/total.py:total' },
      { kind: 'contains', from: 'shop/total.py', to: 'shop/total.py:rounded' },
      { kind: 'contains', from: 'shop/total.py', to: 'shop/total.py:discount' },
      { kind: 'imports', from: 'shop/total.py', to: 'shop/list.py' },
      { kind: 'invokes', from: 'shop/total.py:total', to: 'shop/list.py:Items' },
      { kind: 'invokes', from: 'shop/total.py:total', to: 'shop/total.py:rounded' },
    ],
    flows: [{ from: 'shop/list.py', to: 'shop/total.py', data: 'the items', type: 'Items' }],
  },
  units: [
    unit('shop/list.py:Items', 1, {
      ...{ state: 'repaired', repairs: 1 },
      attempts: [
        {
          ...{ changed: 'written', passed: 1, of: 2, log: 'AssertionError: the item is missing' },
          attribution: {
            ...{ cause: 'test', by: 'majority', place: 'shop/list.py:Items' },
            votes: [
              { cause: 'test', place: '', reason: 'nobody asks for two items' },
              { cause: 'test', place: '', reason: 'the same' },
              { cause: 'test', place: '', reason: 'it counts from one' },
            ],
          },
        },
        { changed: 'test', passed: 2, of: 2, log: '' },
      ],
    }),
    unit('shop/list.py:sort_items', 1),
    unit('shop/total.py:total', 3, {
      state: 'failed',
      repairs: 8,
      attempts: [{ changed: 'written', passed: 0, of: 1, log: 'boom' }],
    }),
    unit('shop/total.py:rounded', 2, { state: 'written', attempts: [], note: 'the model gave no test' }),
    unit('shop/total.py:discount', 2, {
      state: 'planned',
      attempts: [],
      note: 'the model gave no code that can be used',
    }),
  ],
}

export const PLANNING_WORK: Artefacts = { repository: WORK }

/** A graph of about as many nodes: files in ten layers, each with functions, and capabilities. */
export function largeWork(nodes: number): Artefacts {
  const files = Math.floor(nodes / 8)
  const graph: {
    nodes: GraphNode[]
    edges: RepositoryWork['graph']['edges']
    flows: RepositoryWork['graph']['flows']
  } = {
    ...{ nodes: [], edges: [], flows: [] },
  }
  const states = ['passing', 'passing', 'repaired', 'failed', 'written'] as const
  for (let at = 0; at < files; at += 1) {
    const path = `package/layer_${String(at % 10)}/module_${String(at)}.py`
    const capability = `capability: Part ${String(at)}`
    graph.nodes.push(node('capability', capability), node('file', path))
    graph.edges.push({ kind: 'contains', from: capability, to: path })
    for (let part = 0; part < 6; part += 1) {
      const id = `${path}:function_${String(part)}`
      graph.nodes.push(node('function', id, { state: states[(at + part) % states.length] ?? 'passing' }))
      graph.edges.push({ kind: 'contains', from: path, to: id })
    }
    if (at % 10 === 0) continue
    for (const need of [at - 1, at - 11].filter((each) => each >= 0 && each % 10 < at % 10))
      graph.edges.push({
        kind: 'imports',
        from: path,
        to: `package/layer_${String(need % 10)}/module_${String(need)}.py`,
      })
  }
  return { repository: { graph, units: [], problems: [] } }
}
