import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellsOf, contractOf } from '../../../../harness/papers/greenfield/contract-coding/cells.ts'
import { contractText } from '../../../../harness/papers/greenfield/contract-coding/contract-text.ts'
import { ContractDocument } from '../../../../harness/papers/greenfield/contract-coding/document.ts'
import { applyEdits, changesBetween } from '../../../../harness/papers/greenfield/contract-coding/edits.ts'
import { withoutCircles } from '../../../../harness/agents/framework/circles.ts'
import { graphOf, unconnectedFiles } from '../../../../harness/papers/greenfield/contract-coding/graph.ts'
import { mergeCells } from '../../../../harness/papers/greenfield/contract-coding/document.ts'
import { completeCells, structureProblems } from '../../../../harness/papers/greenfield/contract-coding/structure.ts'
import { Tasks } from '../../../../harness/papers/greenfield/contract-coding/tasks.ts'
import { readContractEdits } from '../../../../harness/agents/output/contract.ts'
import { readSignature } from '../../../../harness/agents/output/contract-parts.ts'
import { readVerification } from '../../../../harness/agents/output/verification.ts'

const add = (section: string, content: unknown) => ({ action: 'add', section, content })
const update = (section: string, content: unknown) => ({ action: 'update', section, content })
const edits = (...actions: readonly object[]) => readContractEdits(JSON.stringify({ actions }))
const contract = (...actions: readonly object[]) => contractOf(applyEdits(new Map(), edits(...actions)).cells)

describe('edits in an answer', () => {
  it('are read in several ways of writing them', () => {
    const written = {
      contract: {
        Overview: 'A game.',
        'User Stories': ['Move', { title: 'Fire', acceptance_criteria: ['a bullet', 'a sound'] }],
        shared_knowledge: { WIDTH: '800' },
        'Directory Structure': ['main.py', 'game/', './game/player.py', '../secret', 'node_modules/a.js'],
        Dependencies: ['main.py -> game/player.py'],
        'Symbolic API': {
          'game/player.py': {
            owner: 'Backend Engineer',
            classes: {
              'Player(Sprite)': { methods: { move: { signature: 'def move(self, to: str = "up") -> None:' } } },
            },
            functions: [
              { name: 'make', parameters: [{ name: 'x', type: 'int', default: 0 }], returns: { type: 'Player' } },
            ],
          },
        },
      },
    }
    const found = contractOf(applyEdits(new Map(), readContractEdits(JSON.stringify(written))).cells)
    expect(found).toEqual({
      overview: 'A game.',
      stories: [
        { name: 'Move', description: '' },
        { name: 'Fire', description: 'a bullet\na sound' },
      ],
      constraints: [],
      directory: [
        { path: 'main.py', description: '' },
        { path: 'game/player.py', description: '' },
      ],
      knowledge: [{ name: 'WIDTH', description: '800' }],
      dependencies: [{ file: 'main.py', needs: ['game/player.py'] }],
      api: [
        {
          ...{ path: 'game/player.py', description: '', owner: 'Backend Engineer', globals: [] },
          classes: [
            {
              ...{ name: 'Player', description: '', bases: ['Sprite'], attributes: [] },
              methods: [
                {
                  ...{ name: 'move', description: '', returns: 'None' },
                  parameters: [{ name: 'to', type: 'str', optional: true }],
                },
              ],
            },
          ],
          functions: [
            {
              ...{ name: 'make', description: '', returns: 'Player' },
              parameters: [{ name: 'x', type: 'int', optional: true }],
            },
          ],
        },
      ],
    })
  })

  it('may be none, but an answer without any is refused', () => {
    expect(edits()).toEqual([])
    expect(() => readContractEdits('{"hello": 1}')).toThrow(/no action on a section/)
    expect(() => readContractEdits('{"actions": [{"section": "nowhere", "content": 1}]}')).toThrow(/no action/)
    expect(() => readContractEdits('')).toThrow(/empty/)
  })

  it.each([
    ['move(self, to: Dict[str, int], *rest, **more) -> None', 'move', ['to', '*rest', '**more'], 'None'],
    ['async function load(url, { a, b } = {}): Promise<void>', 'load', ['url'], 'Promise<void>'],
    ['def main():', 'main', [], ''],
    ['main', 'main', [], ''],
  ])('has the signature %s', (text, name, parameters, returns) => {
    const read = readSignature(text)
    expect([read?.name, read?.parameters.map((each) => each.name), read?.returns]).toEqual([name, parameters, returns])
  })

  it('of a critic must say yes or no', () => {
    expect(readVerification('{"verified": true, "problems": ["x"]}')).toEqual({ verified: true, problems: [] })
    expect(readVerification('{"status": "ERROR", "problems": "x"}')).toEqual({ verified: false, problems: ['x'] })
    expect(() => readVerification('{"problems": []}')).toThrow(/verified/)
  })
})

const API = add('api', [{ path: 'a.py', functions: ['f(x) -> int'] }])

describe('actions on a contract', () => {
  it('add what is open and change nothing that is said; updates replace it', () => {
    const start = contract(API)
    const more = add('api', [{ path: 'a.py', description: 'A file.', functions: ['f(y) -> str', 'g()'] }])
    const added = contractOf(applyEdits(cellsOf(start), edits(more)).cells).api[0]
    expect(added).toMatchObject({ description: 'A file.', functions: [{ name: 'f', returns: 'int' }, { name: 'g' }] })
    const updated = contractOf(applyEdits(cellsOf(start), edits({ ...more, action: 'update' })).cells).api[0]
    expect(updated).toMatchObject({
      functions: [{ name: 'f', returns: 'str', parameters: [{ name: 'y' }] }, { name: 'g' }],
    })
  })

  it('replace the needs of a file, except if several work at the same time', () => {
    const start = cellsOf(contract(add('dependencies', [{ file: 'a.py', needs: ['b.py', 'c.py'] }])))
    const change = edits(update('dependencies', [{ file: 'a.py', needs: ['d.py'] }]))
    expect(contractOf(applyEdits(start, change).cells).dependencies[0]?.needs).toEqual(['d.py'])
    const together = mergeCells(start, [{ file: 'a.py', edits: change }])
    expect(contractOf(together.cells).dependencies[0]?.needs).toEqual(['b.py', 'c.py', 'd.py'])
  })

  it('stop when the contract is full', () => {
    const big = Array.from({ length: 200 }, (_, index) => ({
      name: `n${String(index)}`,
      description: 'x'.repeat(4000),
    }))
    const { cells, refused } = applyEdits(new Map(), edits(add('knowledge', big)))
    expect(refused).toBeGreaterThan(100)
    expect(cells.size + refused).toBe(200)
  })

  it('count versions of the interfaces that they change', () => {
    const document = new ContractDocument()
    document.edit('manager', edits(API, add('overview', 'A library.')))
    expect(document.versionOf('a.py')).toBe(1)
    const before = document.cells
    document.edit('architect', edits(add('api', [{ path: 'a.py', functions: ['g()'] }])))
    expect([document.versionOf('a.py'), document.changedSince(before)]).toEqual([2, []])
    document.edit('architect', edits(update('api', [{ path: 'a.py', functions: ['f(z) -> int'] }])))
    expect([document.versionOf('a.py'), document.changedSince(before)]).toEqual([3, ['a.py']])
    document.edit('architect', edits())
    expect(document.versions.map(({ version, by }) => [version, by])).toEqual([
      [1, 'manager'],
      [2, 'architect'],
      [3, 'architect'],
    ])
    expect(document.versions[2]?.changes).toEqual([
      { change: 'updated', section: 'api', place: 'a.py, function f', text: 'f(z) -> int' },
    ])
  })
})

/** Names that are also properties of objects, and few of them, so that edits meet. */
const name = fc.constantFrom('a', 'b', '__proto__', 'constructor')
const action = fc.constantFrom('add', 'update')
const anyEdit = fc.oneof(
  fc.record({ action, section: fc.constant('knowledge'), content: fc.record({ name, description: name }) }),
  fc.record({ action, section: fc.constant('overview'), content: name }),
  fc.record({
    action,
    section: fc.constant('dependencies'),
    content: fc.record({ file: name, needs: fc.array(name, { minLength: 1, maxLength: 3 }) }),
  }),
  fc.record({
    action,
    section: fc.constant('api'),
    content: fc.record({
      path: name,
      description: name,
      functions: fc.array(fc.record({ name, parameters: fc.array(name, { maxLength: 2 }), returns: name }), {
        maxLength: 2,
      }),
      classes: fc.array(fc.record({ name, methods: fc.array(fc.record({ name }), { maxLength: 2 }) }), {
        maxLength: 2,
      }),
    }),
  }),
)
const anyEdits = fc.array(anyEdit, { minLength: 1, maxLength: 6 })

describe('merges', () => {
  it('keep everything that anybody added, and remove nothing', () => {
    fc.assert(
      fc.property(anyEdits, anyEdits, anyEdits, (first, second, third) => {
        const start = applyEdits(new Map(), edits(...first)).cells
        const workers = [second, third].map((each, index) => ({ file: ['a', 'b'][index] ?? '', edits: edits(...each) }))
        const { cells, conflicts } = mergeCells(start, workers)
        const own = workers.map((worker) => applyEdits(start, worker.edits, { keeps: true }).cells)
        expect(new Set(cells.keys())).toEqual(new Set([...start.keys(), ...own.flatMap((each) => [...each.keys()])]))
        // Each statement is that of a worker, or the one before.
        for (const [key, value] of cells)
          expect([start, ...own].map((each) => JSON.stringify(each.get(key)))).toContain(JSON.stringify(value))
        const clashes = [...cells.keys()].filter((key) => {
          const changed = own
            .map((each) => each.get(key))
            .filter((each) => each !== undefined)
            .map((each) => JSON.stringify(each))
            .filter((text) => text !== JSON.stringify(start.get(key)))
          return new Set(changed).size > 1
        })
        expect(conflicts).toHaveLength(clashes.length)
      }),
    )
  })

  it('are the edits themselves if there is one worker', () => {
    fc.assert(
      fc.property(anyEdits, anyEdits, (first, second) => {
        const start = applyEdits(new Map(), edits(...first)).cells
        const together = mergeCells(start, [{ file: 'a', edits: edits(...second) }])
        expect(changesBetween(together.cells, applyEdits(start, edits(...second), { keeps: true }).cells)).toEqual([])
      }),
    )
  })

  it('give a contract that is read back the same', () => {
    fc.assert(
      fc.property(anyEdits, (list) => {
        const once = contract(...list)
        expect(contractOf(cellsOf(once))).toEqual(once)
        expect(contractText(once)).toContain('## API')
      }),
    )
  })
})

describe('the structure of a contract', () => {
  const files = (...paths: readonly string[]) => [
    add('overview', 'x'),
    add('directory', paths),
    add(
      'api',
      paths.map((path) => ({ path })),
    ),
  ]
  const needs = (...pairs: readonly string[]) => add('dependencies', pairs)

  it('must be complete, acyclic and connected', () => {
    const good = contract(...files('a.py', 'b.py', 'pkg/__init__.py', 'README.md'), needs('a.py -> b.py'))
    expect(structureProblems(good)).toEqual([])
    const bad = contract(
      ...files('a.py', 'b.py', 'c.py'),
      add('directory', ['d.py']),
      add('api', [{ path: 'e.py' }]),
      needs('a.py -> b.py', 'b.py -> a.py', 'a.py -> nowhere.py', 'c.py -> c.py'),
    )
    expect(structureProblems(bad)).toEqual([
      'd.py is in the directory but not in the API',
      'e.py is in the API but not in the directory',
      'the dependencies of a.py name nowhere.py, which is no file of the contract',
      'c.py needs itself',
      'the dependencies have a circle: a.py needs b.py needs a.py',
      'c.py needs no file of the rest and is needed by none of it',
      'e.py needs no file of the rest and is needed by none of it',
      'd.py needs no file of the rest and is needed by none of it',
    ])
  })

  it('is completed by what follows from it', () => {
    const open = contract(
      add('directory', [{ path: 'game/player.py', description: 'The player.' }]),
      add('api', [{ path: 'main.py' }]),
      needs('main.py -> player.py'),
    )
    const all = contractOf(completeCells(open))
    expect(all.api.map(({ path, description }) => [path, description])).toEqual([
      ['main.py', ''],
      ['game/player.py', 'The player.'],
    ])
    expect(all.directory.map(({ path }) => path)).toEqual(['game/player.py', 'main.py'])
    expect(all.dependencies).toEqual([{ file: 'main.py', needs: ['game/player.py'] }])
  })

  it('has no file in the place of a folder, and no two files in one place', () => {
    const clashes = contract(...files('game', 'game/a.py', 'README.md', 'Readme.md'), needs('game/a.py -> README.md'))
    expect(contractOf(completeCells(clashes)).api.map(({ path }) => path)).toEqual(['game/a.py', 'README.md'])
  })

  it('names few of many circles, in short', () => {
    const paths = Array.from({ length: 100 }, (_, index) => `${'long/'.repeat(40)}f${String(index)}.py`)
    const all = contract(
      ...files(...paths),
      add(
        'dependencies',
        paths.map((file) => ({ file, needs: paths.slice(0, 40) })),
      ),
    )
    const problems = structureProblems(all)
    expect(problems.length).toBeGreaterThan(20)
    expect(problems.length).toBeLessThanOrEqual(100)
    expect(Math.max(...problems.map(({ length }) => length))).toBeLessThanOrEqual(1000)
  })

  it('has no circle once it is opened, whatever the graph', () => {
    const nodes = ['a', 'b', 'c', 'd', 'e']
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { maxLength: 20 }), (pairs) => {
        const graph = new Map(
          nodes.map((node, index) => [
            node,
            pairs.flatMap(([from, to]) => (from === index && to !== index ? [nodes[to] ?? ''] : [])),
          ]),
        )
        const opened = withoutCircles(graph)
        expect(withoutCircles(opened.graph).circles).toEqual([])
        expect([...opened.graph.keys()].toSorted()).toEqual(nodes)
        const isAcyclic = opened.circles.length === 0
        for (const [file, own] of graph) if (isAcyclic) expect(opened.graph.get(file)).toEqual(own)
        expect(unconnectedFiles(graph)).toEqual([])
      }),
    )
  })

  it('may be a chain of all files that a contract can have', () => {
    const paths = Array.from({ length: 200 }, (_, index) => `f${String(index)}.py`)
    const chain = contract(
      ...files(...paths),
      needs(...paths.slice(1).map((path, index) => `${paths[index] ?? ''} -> ${path}`)),
    )
    expect(withoutCircles(graphOf(chain)).depth).toBe(200)
    const tasks = new Tasks()
    tasks.follow(chain)
    // Layers are bounded, so files of a very long chain do not wait for each other.
    expect([tasks.depth, tasks.ready().length]).toEqual([1, 200])
  })
})
