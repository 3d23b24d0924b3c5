import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pythonValueSchema } from '../../../harness/contracts/schema.ts'
import { isPythonValue } from '../../../harness/testers/pytest/messages.ts'

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(['n'], ['b', true], ['b', 'true'], ['n', 1], [], null, 'n', 3, {}),
    fc.tuple(fc.constantFrom('i', 'f', 's', 'y', '?', 'x'), fc.oneof(fc.string(), fc.integer())),
    fc.tuple(fc.constantFrom('l', 't', 'e', 'd'), fc.array(tie('value'), { maxLength: 3 })),
    fc.tuple(fc.constant('d'), fc.array(fc.array(tie('value'), { maxLength: 3 }), { maxLength: 3 })),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
}))

it('takes exactly what the schema takes', () => {
  const counts = { taken: 0, refused: 0 }
  fc.assert(
    fc.property(value, (given) => {
      const taken = isPythonValue(given)
      counts[taken ? 'taken' : 'refused'] += 1
      expect(taken).toBe(pythonValueSchema.safeParse(given).success)
    }),
    { numRuns: 2000, seed: 7 },
  )
  expect(Math.min(counts.taken, counts.refused)).toBeGreaterThan(200)
})
