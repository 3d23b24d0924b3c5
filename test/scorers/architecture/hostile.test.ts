/** Produced code can have any size and any shape. */
import { describe, expect, it } from 'vitest'
import { moduleGraphSchema } from '../../../harness/contracts/schema.ts'
import { linkageOf } from '../../../harness/scorers/architecture/linkage.ts'
import { shownGraph } from '../../../harness/scorers/architecture/shown-graph.ts'
import { graphFor, linksIn, reasonFor, workFiles } from './projects.ts'
import { LATE } from './hostile-cases.ts'

describe('hostile projects', () => {
  it('are not measured beyond the limits, with the reason', async () => {
    const many = Array.from({ length: 2001 }, (_, index) => ({ path: `f${String(index)}.py`, content: '' }))
    expect(await reasonFor(many)).toBe('it has more than 2000 source files')
    expect(await reasonFor([{ path: 'a.js', content: 'a'.repeat(1_100_000) }])).toBe(
      '"a.js" could not be read: it is larger than 1024 KiB',
    )
    const big = Array.from({ length: 9 }, (_, index) => ({
      path: `${String(index)}.py`,
      content: '#'.repeat(1_000_000),
    }))
    expect(await reasonFor(big)).toContain('its source files have more than')
    expect(await reasonFor(workFiles({ 'a.py': 'import a\n'.repeat(50_001) }))).toBe('it has more than 50000 imports')
  })

  it('do not have to be read where they are other people’s', async () => {
    const content = 'a'.repeat(2_000_000)
    const files = ['node_modules/a/index.js', 'web/app.min.js', 'data.json'].map((path) => ({ path, content }))
    expect(await reasonFor(files)).toBeUndefined()
  })

  it.each([
    ['nested brackets', '['.repeat(50_000)],
    ['long names', `from ${'a.'.repeat(20_000)}b import ${'c'.repeat(50_000)}\n`],
    ['script tags', '<script src='.repeat(5000)],
  ])('with %s end', LATE, async (_, text) => {
    const files = { 'a.py': text, 'b.js': text, 'c.tsx': text, 'd.html': text, 'e.vue': text }
    const settings = { 'requirements.txt': text, 'package.json': text, 'tsconfig.json': text, 'pyproject.toml': text }
    const graph = await graphFor({ ...files, ...settings })
    expect(graph.modules.size).toBe(5)
    expect(moduleGraphSchema.parse(shownGraph(graph))).toBeDefined()
    expect(JSON.stringify(linkageOf(graph.links, 'strict').findings).length).toBeLessThan(100_000)
  })

  it('with names of objects are like any other', async () => {
    const graph = await graphFor({
      '__proto__.py': 'constructor = 1\n',
      'main.py': 'from __proto__ import constructor, toString\n',
      'package.json': '{"name":"__proto__","exports":{"__proto__":{"a":"./b.js"}},"scripts":[1],"main":{}}',
      'toString.js': `import '__proto__'\nimport { hasOwnProperty } from './toString.js'\n`,
    })
    expect(linksIn(graph)).toEqual([
      'main.py → __proto__.py constructor',
      'main.py → __proto__.py toString: no-symbol',
      'toString.js → __proto__: no-file',
      'toString.js → toString.js hasOwnProperty: no-symbol',
    ])
  })

  it('cannot leave their folder', async () => {
    const graph = await graphFor({
      '../x.py': 'y = 1\n',
      'a.js': `import '../../etc/passwd'\nimport './b/../../x.js'\n`,
    })
    expect(linksIn(graph)).toEqual(['a.js → ../../etc/passwd: no-file', 'a.js → ./b/../../x.js: no-file'])
  })
})

describe('the graph for a report', () => {
  it('has at most 200 modules: the entry, those with broken links, and those with most links', async () => {
    const files: Record<string, string> = {
      'main.py': 'import hub\n',
      'hub.py': '',
      'broken.py': 'from hub import gone\n',
    }
    for (let index = 0; index < 400; index += 1) files[`leaf${String(index)}.py`] = 'import hub\n'
    const graph = shownGraph(await graphFor(files))
    const paths = graph.modules.map(({ path }) => path)
    expect(paths.length).toBe(200)
    expect(paths).toEqual(expect.arrayContaining(['main.py', 'hub.py', 'broken.py']))
    expect(graph.more.modules).toBe(203)
    expect(graph.links[0]).toMatchObject({ from: paths.indexOf('broken.py'), to: paths.indexOf('hub.py') })
    expect(graph.links[0]?.broken).toBe('line 1: "gone" of "hub": the file does not define the name')
    expect(graph.modules[paths.indexOf('main.py')]).toMatchObject({ entry: true })
    expect(graph.modules[paths.indexOf('broken.py')]).toMatchObject({ orphan: true })
  })
})
