import { describe, expect, it } from 'vitest'
import type { PythonValue } from '../../../harness/contracts/schema.ts'
import { canonical, isIn } from '../../../harness/testers/pytest/canonical.ts'

const int = (value: number): PythonValue => ['i', String(value)]
const text = (value: string): PythonValue => ['s', value]

describe('canonical', () => {
  it.each<[string, PythonValue, PythonValue]>([
    ['1 == 1.0', int(1), ['f', '1.0']],
    ['1 == True', int(1), ['b', true]],
    ['0.0 == -0.0', ['f', '0.0'], ['f', '-0.0']],
    ['1e20 == 10**20', ['f', '1e+20'], ['i', '100000000000000000000']],
    [
      '{1: 2, 3: 4} == {3: 4, 1: 2}',
      [
        'd',
        [
          [int(1), int(2)],
          [int(3), int(4)],
        ],
      ],
      [
        'd',
        [
          [int(3), int(4)],
          [int(1), int(2)],
        ],
      ],
    ],
    ['{1, 2} == {2, 1}', ['e', [int(1), int(2)]], ['e', [int(2), int(1)]]],
  ])('%s', (_, left, right) => {
    expect(canonical(left)).toBeDefined()
    expect(canonical(left)).toBe(canonical(right))
  })

  it.each<[string, PythonValue, PythonValue]>([
    ['(1,) != [1]', ['t', [int(1)]], ['l', [int(1)]]],
    ["'1' != 1", text('1'), int(1)],
    ["b'a' != 'a'", ['y', '61'], text('a')],
    ['None != 0', ['n'], int(0)],
    ["['a,b'] != ['a', 'b']", ['l', [text('a,b')]], ['l', [text('a'), text('b')]]],
    ['0.1 != 0.10000000000000002', ['f', '0.1'], ['f', '0.10000000000000002']],
  ])('%s', (_, left, right) => {
    expect(canonical(left)).not.toBe(canonical(right))
  })

  it('knows no text for objects, wherever they are, and for NaN', () => {
    expect(canonical(['?', 'object'])).toBeUndefined()
    expect(canonical(['l', [int(1), ['?', 'object']]])).toBeUndefined()
    expect(canonical(['d', [[int(1), ['f', 'nan']]]])).toBeUndefined()
  })
})

describe('isIn', () => {
  it.each<[string, PythonValue, PythonValue, boolean | undefined]>([
    ["'b' in 'abc'", text('b'), text('abc'), true],
    ["'d' in 'abc'", text('d'), text('abc'), false],
    ["1 in 'abc'", int(1), text('abc'), undefined],
    ["97 in b'abc'", int(97), ['y', '616263'], true],
    ["b'bc' in b'abc'", ['y', '6263'], ['y', '616263'], true],
    ["b'\\x16' in b'abc'", ['y', '16'], ['y', '616263'], false],
    ['1 in [2, 1.0]', int(1), ['l', [int(2), ['f', '1.0']]], true],
    ['1 in {1: 2}', int(1), ['d', [[int(1), int(2)]]], true],
    ['2 in {1: 2}', int(2), ['d', [[int(1), int(2)]]], false],
    ['1 in [object()]', int(1), ['l', [['?', 'object']]], undefined],
  ])('%s', (_, needle, hay, expected) => {
    expect(isIn(needle, hay)).toBe(expected)
  })
})
