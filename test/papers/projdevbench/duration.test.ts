import { expect, test } from 'vitest'
import { judgingSeconds } from '../../../harness/papers/projdevbench/benchmark.ts'

test('judging takes what its points and builds may take, and no time for points that are excluded', () => {
  const program = { kind: 'tree', program: 'code' } as const
  const points = [
    { id: 'a', plan: { limits: { seconds: 5 }, leak: 'note' } },
    { id: 'b', plan: { limits: { seconds: 0.5 } } },
    { id: 'c', excluded: 'no input' },
  ]
  // A build of 60 s; 2 × (5 + 10) + 5; 2 × (0.5 + 10).
  expect(judgingSeconds([{ id: 'x', programs: { code: program }, points }])).toBe(60 + 35 + 21)
})
