import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { trialKeySchema } from '../../harness/contracts/schema.ts'
import { trialKeys, type Matrix } from '../../harness/run/matrix.ts'
import { CODE_POINT } from '../code-points.ts'

const MATRIX: Matrix = { missions: ['todo'], agents: ['canonical'], variants: ['L1.direct'], samples: 1 }
const keys = (changes: Partial<Matrix>) => trialKeys({ ...MATRIX, ...changes })

describe('trialKeys', () => {
  it('is one trial for one agent, mission and variant', () => {
    expect(keys({})).toEqual([
      { id: 'todo.canonical.L1.direct.1', mission: 'todo', agent: 'canonical', variant: 'L1.direct', sample: 1 },
    ])
  })

  it('is every combination, with adjacent samples of a mission', () => {
    const found = keys({ missions: ['a', 'b'], agents: ['x', 'y'], variants: ['L1.direct', 'L2.direct'], samples: 3 })
    expect(found).toHaveLength(2 * 2 * 2 * 3)
    expect(found.slice(0, 4).map(({ id }) => id)).toEqual([
      'a.x.L1.direct.1',
      'a.x.L1.direct.2',
      'a.x.L1.direct.3',
      'b.x.L1.direct.1',
    ])
  })

  it('contains each combination once, even if it was named several times', () => {
    const found = keys({ missions: ['a', 'a'], agents: ['x', 'x'], variants: ['L1.direct', 'L1.direct'] })
    expect(found.map(({ id }) => id)).toEqual(['a.x.L1.direct.1'])
  })

  it('has ids that are valid folder names, unique and deterministic', () => {
    const matrices = fc.record({
      missions: fc.constant(['a', 'a-b']),
      agents: fc.uniqueArray(
        fc.oneof(
          fc.string({ unit: CODE_POINT, minLength: 1 }),
          fc.constantFrom('folder:./a', 'folder:../a', 'folder:.-a', 'folder---a', 'null'),
        ),
        {
          minLength: 1,
        },
      ),
      variants: fc.constant(['L1.direct', 'L1.cascade', 'one-shot']),
      samples: fc.integer({ min: 1, max: 2 }),
    })
    fc.assert(
      fc.property(matrices, (matrix) => {
        const found = trialKeys(matrix)
        const ids = found.map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        for (const key of found) {
          expect(key.id).toMatch(/^[A-Za-z0-9.-]{1,120}$/)
          expect(key.id).not.toMatch(/^\.|\.\./)
          expect(trialKeySchema.parse(key)).toEqual(key)
        }
        expect(trialKeys(matrix)).toEqual(found)
      }),
    )
  })
})
