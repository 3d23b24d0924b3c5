/** Adapted tests against the reference test: what keeps its assertions, and what weakens them. */
import { describe, expect, it } from 'vitest'
import { problemsOf } from './compared.ts'

const REFERENCE = `import pytest
from gauges import f, Box

def test_a():
    box = Box('w', [3, 1])
    assert f(2, 3) == 5
    assert box.total() == 4
    assert isinstance(box.copy(), Box)
    with pytest.raises(ValueError):
        f('x', 1)
`
const HONEST = `import pytest
from mylib.core import Crate, plus

def test_a():
    crate = Crate(label='w', items=[3, 1])
    result = plus(2, 3)
    assert result == 5
    assert 4 == crate.sum
    assert isinstance(crate.clone(), Crate)
    with pytest.raises(ValueError):
        plus('x', 1)
`

function problemsWith(adapted: readonly string[]): string[][] {
  return problemsOf(
    adapted.map((text) => ({
      ...{ reference: REFERENCE, adapted: text, tests: ['test_a'], library: ['gauges'], project: ['mylib'] },
    })),
  )
}

const ASSERTION = 'assert result == 5'
const CALL = 'result = plus(2, 3)'
const SUM = 'assert 4 == crate.sum'
const IMPORT = 'from mylib.core import Crate, plus'
const WEAKER: readonly (readonly [string, string])[] = [
  [ASSERTION, 'assert result'],
  [ASSERTION, 'assert result != 6'],
  [ASSERTION, 'assert result >= 5'],
  [ASSERTION, 'assert result == 5 or True'],
  [ASSERTION, "assert (result == 5, 'x')"],
  [ASSERTION, 'pass'],
  [ASSERTION, 'assert True'],
  [ASSERTION, 'assert 5 == 5'],
  [ASSERTION, 'assert result == result'],
  [ASSERTION, 'assert result == plus(2, 3)'],
  [ASSERTION, 'assert max(result, 5) == 5'],
  [ASSERTION, 'assert [5, result][0] == 5'],
  [ASSERTION, 'assert result in [5, 6]'],
  [ASSERTION, 'assert result == pytest.approx(5, abs=9)'],
  [ASSERTION, 'if result: assert result == 5'],
  [ASSERTION, 'try:\n        assert result == 5\n    except AssertionError: pass'],
  [CALL, 'result = plus(2, 3) and 5'],
  [CALL, 'result = 5; plus(2, 3)'],
  [CALL, 'result = plus(5, 0)'],
  [CALL, 'result = plus(2, 3)\n    result = 5'],
  [CALL, 'return\n    result = plus(2, 3)'],
  [CALL, 'pytest.skip()\n    result = plus(2, 3)'],
  [CALL, 'result = plus(2, 3) * 0 + 5'],
  [CALL, "result = getattr(plus(2, 3), 'x', 5)"],
  ['raises(ValueError)', 'raises(Exception)'],
  ['raises(ValueError)', 'raises((ValueError, TypeError))'],
  ["plus('x', 1)\n", "int('x' + str(1))\n"],
  ["plus('x', 1)\n", "raise ValueError('x')\n"],
  ["plus('x', 1)\n", "plus('x', 1, int('q'))\n"],
  ['isinstance(crate.clone(), Crate)', 'isinstance(crate.clone(), object)'],
  ['isinstance(crate.clone(), Crate)', 'crate.clone()'],
  ['def test_a():', '@pytest.mark.skip\ndef test_a():'],
  ['def test_a():', '@pytest.mark.xfail\ndef test_a():'],
  ['def test_a():', 'def tst_a():'],
  ['def test_a():', 'def plus(*a): return 5\n\ndef test_a():'],
  ['def test_a():', 'plus = lambda *a: 5\n\ndef test_a():'],
  ['def test_a():', 'def test_a():\n  pass\ndef test_a():'],
  [IMPORT, `${IMPORT}\nplus.__call__ = 5`],
  [IMPORT, `${IMPORT}\nimport sys`],
  [IMPORT, `${IMPORT}\npytestmark = pytest.mark.skip`],
  [IMPORT, `${IMPORT}\nfrom unittest.mock import Mock as plus`],
  [IMPORT, `${IMPORT}\nfrom mylib import pytest`],
  [SUM, 'crate.sum = 4\n    assert 4 == crate.sum'],
  [SUM, 'assert 3 == crate.sum'],
  [SUM, 'assert 4 == len({crate.sum, 1, 2, 3})'],
  [SUM, 'for _ in []:\n        assert 4 == crate.sum'],
  [SUM, 'def inner():\n        assert 4 == crate.sum'],
  ['items=[3, 1]', 'items=[4]'],
]

describe('an adapted test', () => {
  it('may reach the project in another way', () => {
    expect(problemsWith([HONEST])).toEqual([[]])
  })

  it('is refused if it weakens the reference', () => {
    const found = problemsWith(WEAKER.map(([before, after]) => HONEST.replace(before, () => after)))
    const missed = WEAKER.filter((_, index) => found[index]?.length === 0)
    expect(missed).toEqual([])
  })
})
