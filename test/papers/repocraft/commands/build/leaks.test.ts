import { expect, it } from 'vitest'
import { leakPattern, leaksIn, withoutLeaks } from '../../../../../harness/papers/repocraft/commands/build/leaks.ts'

it('replaces a name however it is written, and nothing that only contains it', () => {
  const leaks = leakPattern(['scikit-learn', 'c++tools'])
  const text = 'Scikit_Learn and scikit learn; see https://scikit-learn.org/x. A scikit-learner, C++Tools.'
  expect(leaksIn(text, leaks)).toBe(4)
  expect(withoutLeaks(text, leaks, 'MLKit')).toBe('MLKit and MLKit; see  A scikit-learner, MLKit.')
})

it('has nothing to replace without a name', () => {
  expect(leakPattern([])).toBeUndefined()
  expect(withoutLeaks('a library', undefined, 'X')).toBe('a library')
})
