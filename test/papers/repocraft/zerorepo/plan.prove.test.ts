import { describe, expect, it } from 'vitest'
import { GRAPH_LIMITS, repositoryGraphSchema } from '../../../../harness/contracts/schema.ts'
import { pathProblem } from '../../../../harness/lib/files/confine.ts'
import { SMALL } from '../zerorepo-server.ts'
import { generated, promptsOf } from './in-process.ts'

describe('a plan that is refused', () => {
  it('for a circle three times is opened at its last step', async () => {
    const end = await generated({
      ...SMALL,
      interface: () =>
        JSON.stringify({
          units: [
            { kind: 'function', name: 'tokens', invokes: ['strip_marks'] },
            { kind: 'function', name: 'strip_marks', invokes: ['tokens'] },
          ],
        }),
      test: () => '```unit\n```',
    })
    expect(promptsOf(end, 'interface')).toHaveLength(6)
    expect(end.work.problems.filter((problem) => problem.includes('circle'))).toHaveLength(2)
    expect(end.work.units.map(({ layer }) => layer).toSorted()).toEqual([1, 2, 3, 4])
  })
})

describe('a hostile model', () => {
  it('whose code is garbage has no project', async () => {
    const garbage = { ...SMALL, code: () => 'I do not know.', test: () => '{' }
    await expect(generated(garbage)).rejects.toThrow('the model never gave the content of a file')
  })

  it('cannot leave the project, and names like __proto__ are names', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
    const end = await generated({
      ...SMALL,
      features: () =>
        `{"groups": [{"name": "__proto__", "features": ${JSON.stringify(names)}}], "complete": true, "__proto__": {"x": 1}}`,
      capabilities: () => JSON.stringify({ capabilities: names.map((name) => ({ name, features: names })) }),
      files: () =>
        JSON.stringify({
          files: [
            ...[
              '../../etc/passwd',
              '/etc/shadow',
              'C:\\x.py',
              'a/../../b.py',
              '.unit-test/test_unit.py',
              'constructor.py',
            ].map((path) => ({ path, capabilities: names, imports: ['__proto__', '../x'] })),
          ],
          flows: [{ from: 'constructor.py', to: '../x', data: '__proto__' }],
        }),
      interface: () =>
        JSON.stringify({ units: names.map((name) => ({ kind: 'function', name, invokes: names, features: names })) }),
      test: () => '```x\nimport nothing_like_it\n```',
      code: (request) =>
        `\`\`\`../../../x.py\nprint(1)\n\`\`\`\n\`\`\`y.py\ndef ${/: (?:.*:)?(\w+)\n/.exec(request.messages.at(-1)?.content ?? '')?.[1] ?? ''}():\n    return 1\n\`\`\``,
    })
    expect(({} as { x?: number }).x).toBeUndefined()
    for (const { path } of end.project.files) expect(pathProblem(path)).toBeUndefined()
    expect(end.project.files.map(({ path }) => path)).not.toContain('.unit-test/test_unit.py')
    expect(end.work.units.map(({ id }) => id)).toContain('constructor.py:__proto__')
  })

  it('cannot plan more than the limits allow', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `n${String(index)}`)
    const end = await generated({
      ...SMALL,
      features: () => JSON.stringify({ groups: [{ name: 'all', features: many(1900) }], complete: true }),
      capabilities: () => JSON.stringify({ capabilities: many(1900).map((name) => ({ name, features: many(3) })) }),
      files: () =>
        JSON.stringify({ files: many(450).map((name) => ({ path: `${name}.txt`, capabilities: many(20) })) }),
      interface: () => JSON.stringify({ units: many(30).map((name) => ({ kind: 'function', name })) }),
      code: () => '```notes.txt\nall of it\n```',
    })
    const { graph, units } = end.work
    expect(repositoryGraphSchema.safeParse(graph).success).toBe(true)
    expect(graph.nodes.filter(({ kind }) => kind === 'file')).toHaveLength(GRAPH_LIMITS.files)
    expect(units).toHaveLength(GRAPH_LIMITS.files)
    expect(Buffer.byteLength(JSON.stringify(end.project.artefacts))).toBeLessThan(4 * 1024 * 1024)
    expect(end.notes.join('\n')).toContain('900 are left out')
  })
})

describe('a plan that is refused', () => {
  it('for a circle is asked for again with the circle', async () => {
    const circle = JSON.stringify({
      files: [
        { path: 'words/split.py', capabilities: ['texts'], imports: ['words/clean.py'] },
        { path: 'words/clean.py', capabilities: ['words'], imports: ['words/split.py'] },
      ],
    })
    const end = await generated({
      ...SMALL,
      files: (request, number) => (number === 1 ? circle : (SMALL.files?.(request, number) ?? '')),
    })
    const [, again = ''] = promptsOf(end, 'files')
    expect(again).toContain('It is refused. What is wrong with it:')
    expect(again).toContain(
      '- files import each other in a circle: words/split.py imports words/clean.py imports words/split.py',
    )
    expect(end.project.artefacts?.rounds?.filter(({ stage }) => stage === 'files')).toMatchObject([
      { round: 1, accepted: false },
      { round: 2, accepted: true },
    ])
    expect(end.work.units.map(({ state }) => state)).toEqual(['passing', 'passing'])
  })
})

describe('a hostile model', () => {
  it('that says nothing useful is at fault', async () => {
    const garbage = { ...SMALL, features: () => '\0\uD800', capabilities: () => '[[[[', files: () => '{"files": "no"}' }
    await expect(generated(garbage)).rejects.toMatchObject({ code: 'agent', kind: 'unreadable' })
  })
})
