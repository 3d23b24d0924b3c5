/** The other cases of hostile.test.ts. */
import { describe, expect, it } from 'vitest'
import { orphansOf } from '../../../harness/scorers/architecture/orphans.ts'
import { graphFor, linksIn } from './projects.ts'
import { LATE } from './hostile-cases.ts'

function chain(length: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length }, (_, index) => [`m${String(index)}.py`, `from m${String(index + 1)} import *\n`]),
  )
}

describe('hostile projects', () => {
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
