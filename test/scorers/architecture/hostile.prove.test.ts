/** The other cases of hostile.test.ts. */
import { describe, expect, it } from 'vitest'
import { moduleGraphSchema } from '../../../harness/contracts/schema.ts'
import { linkageOf } from '../../../harness/scorers/architecture/linkage.ts'
import { orphansOf } from '../../../harness/scorers/architecture/orphans.ts'
import { shownGraph } from '../../../harness/scorers/architecture/shown-graph.ts'
import { graphFor, linksIn } from './projects.ts'
import { LATE } from './hostile-cases.ts'

function chain(length: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length }, (_, index) => [`m${String(index)}.py`, `from m${String(index + 1)} import *\n`]),
  )
}

describe('hostile projects', () => {
  it.each([
    ['nested functions', 'lambda: '.repeat(30_000)],
    ['nested patterns', `match a:\n    case ${'['.repeat(20_000)}x${']'.repeat(20_000)}:\n        pass\n`],
    ['many dots', `from ${'.'.repeat(100_000)} import x\n`],
    ['many targets', `${'a, '.repeat(20_000)}b = c\n`],
    ['blank lines', '\n'.repeat(500_000)],
  ])('with %s end', LATE, async (_, text) => {
    const files = { 'a.py': text, 'b.js': text, 'c.tsx': text, 'd.html': text, 'e.vue': text }
    const settings = { 'requirements.txt': text, 'package.json': text, 'tsconfig.json': text, 'pyproject.toml': text }
    const graph = await graphFor({ ...files, ...settings })
    expect(graph.modules.size).toBe(5)
    expect(moduleGraphSchema.parse(shownGraph(graph))).toBeDefined()
    expect(JSON.stringify(linkageOf(graph.links, 'strict').findings).length).toBeLessThan(100_000)
  })

  it('with chains and cycles of stars end', LATE, async () => {
    const files = {
      ...chain(1500),
      'm1500.py': 'from m0 import *\nx = 1\n',
      'main.py': 'from m0 import x, y\nfrom m7 import x\n',
    }
    const graph = await graphFor(files)
    expect(linksIn(graph).slice(-3)).toEqual(['main.py → m0.py x', 'main.py → m0.py y: no-symbol', 'main.py → m7.py x'])
    expect(orphansOf(graph, 'strict')?.part).toBe(0)
  })
})
