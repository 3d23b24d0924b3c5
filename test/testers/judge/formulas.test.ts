import { expect, test } from 'vitest'
import { attentionScore, formulas, meanOfBest, minesweeperShare } from '../../../harness/testers/judge/formulas.ts'

test('the scale of problem 006: below rubbish nothing, at each baseline its part, above the last one everything', () => {
  expect(minesweeperShare(39_624)).toBe(0)
  expect(minesweeperShare(39_625)).toBe(0)
  expect(minesweeperShare(100_449)).toBeCloseTo(10 / 35, 10)
  expect(minesweeperShare(136_481)).toBeCloseTo(30 / 35, 10)
  expect(minesweeperShare(136_482)).toBe(1)
})

test('between two baselines of problem 006 the scale is linear', () => {
  // Half-way from 39,625 to 100,449 is 70,037; half-way from 100,449 to 136,481 is 118,465.
  expect(minesweeperShare(70_037)).toBeCloseTo(5 / 35, 10)
  expect(minesweeperShare(118_465)).toBeCloseTo(20 / 35, 10)
})

test('the worst tenth of the games is dropped', () => {
  expect(meanOfBest([0, ...Array.from({ length: 9 }, () => 1)])).toBe(1)
  expect(meanOfBest([0.5, 1])).toBe(0.75)
  expect(meanOfBest([])).toBe(0)
})

test('the formula of problem 019, by hand', () => {
  // t = 1.5e10 and m = 0: 1,000,000 × 1 × 1 × 1
  expect(attentionScore(1, 1.5e10, 0)).toBe(1e6)
  // t = 3e10 halves it; m = 1.5e6 × ln 2 halves it again.
  expect(attentionScore(1, 3e10, 1.5e6 * Math.LN2)).toBeCloseTo(250_000, 5)
  // Speed is capped at 1.25, memory at e^−0.8.
  expect(attentionScore(0.5, 1, 1e12)).toBeCloseTo(0.5 * 1.25e6 * 0.449_328_964_117_221_6, 5)
})

test('the result of problem 019 is what the replay prints, and nothing else', () => {
  // No errors, twice the time that is free, no fast memory.
  expect(formulas.attention.share('attention 0.000000000 30000000000 0\n')).toBeCloseTo(0.5, 10)
  // A quarter of the numbers is wrong; more than full marks are full marks.
  expect(formulas.attention.share('attention 0.250000000 15000000000 0\n')).toBeCloseTo(0.75, 10)
  expect(formulas.attention.share('attention 0.000000000 1 0\n')).toBe(1)
  expect(formulas.attention.share('attention 0.000000000 0 0\n')).toBe(0)
  expect(formulas.attention.share('x\nattention 0.0 1 0\n')).toBeUndefined()
  expect(formulas.attention.share('Error Rate: 0.5\n')).toBeUndefined()
})
