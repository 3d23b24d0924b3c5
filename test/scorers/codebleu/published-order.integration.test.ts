import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstSeen } from '../../../harness/scorers/codebleu/dataflow/edges.ts'
import { publishedOrder, stringHash } from '../../../harness/scorers/codebleu/dataflow/dataflow.ts'
import { needs } from '../../needs.ts'
import { python } from '../python.ts'
import { CODE_POINT } from '../../code-points.ts'

const CPYTHON = await needs('CPython 3.11 or newer')

describe('the order of names as published', () => {
  it.each([
    ['a', 4644417185603328019n],
    ['abcdefghi', -532774252720507163n],
    ['héllo', 6395329678795984700n],
    ['✓x', -6602584278570285164n],
    ['', 0n],
  ])('uses the hash of %j', (text, hash) => {
    expect(stringHash(text)).toBe(hash)
  })

  it('contains every name once', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 3 })), (names) => {
        expect(publishedOrder(names).toSorted()).toEqual(firstSeen(names).toSorted())
      }),
    )
  })

  it('is that of a set in CPython if PYTHONHASHSEED is 0', CPYTHON, () => {
    const name = fc.oneof(
      fc.string({ minLength: 1, maxLength: 12 }),
      fc.string({ unit: CODE_POINT, minLength: 1, maxLength: 9 }),
    )
    const lists = fc.sample(fc.array(name, { maxLength: 80 }), 400)
    expect(lists.map(publishedOrder)).toEqual(python('print(json.dumps([list(set(names)) for names in data]))', lists))
  })
})
