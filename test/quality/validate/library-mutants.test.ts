import { describe, expect, it } from 'vitest'
import { compared, countsOf } from '../../../scripts/proofs/libraries/compare.ts'

const mutant = { file: 'a.py', line: 1, operator: 'call', before: 'a', after: 'b', content: '' } as const

const plain = (passes: Record<string, boolean>, ended = true) => ({ tests: new Map(Object.entries(passes)), ended })

describe('the comparison with pytest alone', () => {
  const tests = ['t::a', 't::b'].map((node) => ({ id: node, node, seconds: 0, sites: [], values: {} }))
  const told = (a: boolean, b: boolean) =>
    [a, b].map((passed, index) => ({ id: tests[index]?.id ?? '', passed, reason: 'why' }))

  it('names a test that only one of both fails', () => {
    const result = compared(mutant, tests, plain({ 't::a': true, 't::b': false }), told(false, true))
    expect(result).toMatchObject({
      ...{ byPytest: true, byTester: true, tests: 2 },
      only: ['t::a passes with pytest only; the tester says: why', 't::b passes with the tester only'],
    })
  })

  it('takes a test that pytest did not collect for failed, but not one after the process ended', () => {
    expect(compared(mutant, tests, plain({ 't::a': true }), told(true, true))).toMatchObject({
      ...{ byPytest: true, byTester: false, tests: 2 },
      only: ['t::b passes with the tester only'],
    })
    expect(compared(mutant, tests, plain({ 't::a': true }, false), told(true, false))).toMatchObject({
      ...{ byPytest: true, byTester: true, tests: 1, only: [] },
    })
  })

  it('counts missed mutants, and those that the tester alone notices', () => {
    const results = [
      compared(mutant, tests, plain({ 't::a': true, 't::b': false }), told(true, true)),
      compared(mutant, tests, plain({ 't::a': true, 't::b': true }), told(false, true)),
      compared(mutant, tests, plain({ 't::a': false, 't::b': true }), told(false, true)),
      compared(mutant, tests, plain({ 't::a': false, 't::b': true }), 'the disk is full'),
    ]
    expect(countsOf(results)).toEqual({
      ...{ mutants: 3, byPytest: 2, byTester: 2, missed: 1, alone: 1 },
      ...{ decisions: 6, differing: 2 },
    })
  })
})
