/** Plans that are refused, and answers that are garbage, huge or hostile. */
import { describe, expect, it } from 'vitest'
import { graphOf, NO_PLAN } from '../../../../harness/papers/repocraft/zerorepo/graph/build.ts'
import { repairedGraph } from '../../../../harness/papers/repocraft/zerorepo/graph/repaired.ts'
import { graphProblems } from '../../../../harness/papers/repocraft/zerorepo/graph/problems.ts'
import { unitsOf } from '../../../../harness/papers/repocraft/zerorepo/graph/units.ts'
import {
  readCapabilities,
  readFeatures,
  readInterface,
  readLayout,
  type ReadUnit,
} from '../../../../harness/agents/output/repository-plan.ts'
import { joinSources } from '../../../../harness/papers/repocraft/zerorepo/write/sources.ts'
import { ownPart } from '../../../../harness/papers/repocraft/zerorepo/write/own-part.ts'
import { GRAPH_LIMITS, type RepositoryGraph } from '../../../../harness/contracts/schema.ts'

const file = (path: string, imports: readonly string[] = []) => ({ path, description: '', capabilities: [], imports })
const unit = (name: string, invokes: readonly string[] = [], kind: ReadUnit['kind'] = 'function'): ReadUnit => ({
  ...{ kind, path: '', name, signature: '', description: '', features: [], bases: [], invokes, methods: [] },
})

/** A graph of files with functions. */
function planned(files: Readonly<Record<string, readonly ReadUnit[]>>): RepositoryGraph {
  return graphOf({
    ...NO_PLAN,
    files: Object.keys(files).map((path) => file(path)),
    interfaces: new Map(Object.entries(files)),
  })
}

describe('the validator', () => {
  it('names every circle by its kind', () => {
    const graph = graphOf({
      ...NO_PLAN,
      files: [file('a.py', ['b.py']), file('b.py', ['a.py'])],
      flows: [
        { from: 'a.py', to: 'b.py', data: 'words', type: 'str' },
        { from: 'b.py', to: 'a.py', data: 'counts', type: 'int' },
      ],
      interfaces: new Map([['a.py', [unit('f', ['g']), unit('g', ['f'])]]]),
    })
    expect(graphProblems(graph)).toEqual([
      'files import each other in a circle: a.py imports b.py imports a.py',
      'classes and functions need each other in a circle: a.py:f needs a.py:g needs a.py:f',
      'data flow in a circle: a.py to b.py to a.py',
    ])
    expect(graphProblems(repairedGraph(graph))).toEqual([])
    expect(repairedGraph(graph).edges.filter(({ kind }) => kind === 'invokes')).toEqual([
      { kind: 'invokes', from: 'a.py:f', to: 'a.py:g' },
    ])
  })

  it('finds the circle of files that only their functions make', () => {
    const graph = planned({
      'a.py': [unit('f', ['b.py:g']), unit('h')],
      'b.py': [unit('g', ['a.py:h'])],
    })
    expect(graphProblems(graph)).toEqual(['files import each other in a circle: a.py imports b.py imports a.py'])
  })

  it('allows a function that calls itself, and names outside of the plan without a path', () => {
    expect(graphProblems(planned({ 'a.py': [unit('f', ['f', 'print', 'os.path.join'])] }))).toEqual([])
  })

  it('names edges that lead nowhere or join what cannot be joined, and nodes that are there twice', () => {
    const graph = planned({ 'a.py': [unit('f', ['b.py:g']), unit('C', [], 'class')] })
    const wrong: RepositoryGraph = {
      ...graph,
      nodes: [...graph.nodes, ...graph.nodes.slice(-1)],
      edges: [...graph.edges, { kind: 'inherits', from: 'a.py:C', to: 'a.py:f' }],
      flows: [{ from: 'a.py', to: 'a.py:f', data: 'x', type: '' }],
    }
    expect(graphProblems(wrong)).toEqual([
      'a.py:C is in the plan twice',
      'a.py:f invokes b.py:g, but b.py:g is not in the plan',
      'a.py:C inherits from a.py:f, but a class cannot do that with a function',
      'x flows from a.py to a.py:f, but a.py:f is no file of the plan',
    ])
  })

  it('refuses paths that leave the project or clash, capabilities without a file, and too many nodes', () => {
    const capabilities = [{ name: 'all', description: '', features: ['one', 'two'], parts: [] }]
    const graph = graphOf({
      ...NO_PLAN,
      capabilities,
      files: [{ ...file('../x.py'), capabilities: ['one'] }, file('a/b.py'), file('A/B.py'), file('a')],
    })
    expect(graphProblems(graph)).toEqual([
      'the path "../x.py" leads out of its folder',
      'A/B.py is also a folder, or differs from another file only by case',
      'a is also a folder, or differs from another file only by case',
      'no file has the capability: all / two',
    ])
    const many = Array.from({ length: GRAPH_LIMITS.units + 1 }, (_, index) => unit(`f${String(index)}`))
    expect(graphProblems(planned({ 'a.py': many }))).toEqual([
      'the plan has 1501 classes and functions, and at most 1500 are allowed',
    ])
  })
})

describe('units', () => {
  it('are the classes and functions of Python files, and whole files of other languages', () => {
    const graph = planned({
      'b.py': [unit('g', ['a.py:f'])],
      'a.py': [unit('f'), { ...unit('C', [], 'class'), methods: [{ name: 'm', signature: '', description: '' }] }],
      'page.html': [],
      'app.js': [unit('start')],
    })
    expect(unitsOf(graph).map(({ id, layer, needs }) => [id, layer, needs])).toEqual([
      ['b.py:g', 2, ['a.py:f']],
      ['a.py:f', 1, []],
      ['a.py:C', 1, []],
      ['page.html', 1, []],
      ['app.js', 1, []],
    ])
  })

  it('are in order in a chain of a thousand', () => {
    const chain = Array.from({ length: 1000 }, (_, index) => unit(`f${String(index)}`, [`f${String(index + 1)}`]))
    const units = unitsOf(repairedGraph(planned({ 'a.py': chain })))
    expect(units.map(({ layer }) => layer)).toEqual(Array.from({ length: 1000 }, (_, index) => 1000 - index))
  })

  it('make files with their imports at the top, each once', () => {
    const text = joinSources([
      'import re\nfrom .a import (\n    b,\n    c,\n)\n\nX = 1\n\n\ndef f():\n    import json\n',
      'from __future__ import annotations\nimport re\n\n\ndef g():\n    pass\n',
    ])
    expect(text).toBe(
      'from __future__ import annotations\nimport re\nfrom .a import (\n    b,\n    c,\n)\n\n\nX = 1\n\n\ndef f():\n    import json\n\n\ndef g():\n    pass\n',
    )
  })

  it('are taken out of an answer that repeats others', () => {
    const text =
      'import re\n\n\n@cached\ndef other(a,\n          b):\n    """\nclass own: no\n"""\n    return 1\n\n\nclass Own:\n    def other(self):\n        pass\n\n\nasync def third():\n    pass\n'
    expect(ownPart(text, new Set(['other', 'third']))).toBe(
      'import re\n\n\nclass Own:\n    def other(self):\n        pass\n',
    )
  })
})

describe('the readers of plans', () => {
  it.each([
    ['features', readFeatures, '{"features": 1}'],
    ['capabilities', readCapabilities, '{"capabilities": []}'],
    ['layout', readLayout, '{"files": [{"path": "../x"}]}'],
    ['interface', readInterface, '{"nothing": true}'],
  ])('refuse answers without %s', (_, read, text) => {
    expect(() => read(text)).toThrow(/the answer has no/)
  })

  it('refuse capabilities that are nested without end', () => {
    const deep = (level: number): string => `{"name": "x", "parts": [${level === 0 ? '' : deep(level - 1)}]}`
    expect(() => readCapabilities(`{"capabilities": [${deep(30)}]}`)).toThrow('capabilities have more than 5 levels')
  })

  it('read interfaces in several shapes', () => {
    const units = readInterface(
      '{"classes": [{"name": "Shop(Base)", "bases": "Base", "methods": ["add(self, item) -> None"]}], "functions": {"total": "adds up"}}',
    )
    expect(units).toMatchObject([
      {
        kind: 'class',
        name: 'Shop',
        bases: ['Base'],
        methods: [{ name: 'add', signature: 'add(self, item) -> None' }],
      },
      { kind: 'function', name: 'total', description: 'adds up' },
    ])
    expect(readInterface('{"units": [{"name": "not a name!"}, {"name": "f; import os"}, 1, null]}')).toEqual([])
  })
})
