import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roundHalfEven } from '../../harness/scorers/rounding.ts'
import { python } from './python.ts'
import { needs } from '../needs.ts'

const PYTHON = await needs('python3')

describe('rounding', () => {
  it.each([
    [0.0625, 0.062],
    [0.1875, 0.188],
    [0.3125, 0.312],
    [0.0005, 0.001],
    [2.6745, 2.675],
    [1, 1],
    [0, 0],
    [-0.0625, -0.062],
  ])('%d to three decimals is %d', (value, rounded) => {
    expect(roundHalfEven(value, 3)).toBe(rounded)
  })

  it("agrees with Python's round", PYTHON, () => {
    const value = fc.oneof(
      fc.double({ min: -20, max: 20, noNaN: true }),
      fc.integer({ min: -40_000, max: 40_000 }).map((whole) => whole / 16_000),
      fc.integer({ min: -4000, max: 4000 }).map((whole) => whole / 64),
    )
    const values = fc.sample(value, 3000)
    const rounded = python('print(json.dumps([round(value, 3) for value in data]))', values) as number[]
    // JSON has no -0.
    expect(values.map((each) => roundHalfEven(each, 3) + 0)).toEqual(rounded.map((each) => each + 0))
  })
})
