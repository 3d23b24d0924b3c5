import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assign, type Matrix } from '../../harness/scorers/assignment.ts'
import { munkres } from './munkres.ts'

function matrixOf(rows: readonly (readonly number[])[]): Matrix {
  return { rows: rows.length, columns: rows[0]?.length ?? 0, values: Float64Array.from(rows.flat()) }
}

/** A matrix of few whole numbers, so that sums are exact and there are ties. */
function matrices(most: number, value = fc.integer({ min: -4, max: 4 })): fc.Arbitrary<number[][]> {
  const side = fc.integer({ min: 1, max: most })
  return fc
    .tuple(side, side)
    .chain(([rows, columns]) =>
      fc.array(fc.array(value, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
    )
}

/** All complete assignments. */
function bestByBruteForce(rows: readonly (readonly number[])[]): number {
  const [first, ...rest] = rows
  if (first === undefined) return 0
  const without = (column: number) => rest.map((row) => row.filter((_, index) => index !== column))
  const taking = first.map((value, column) => value + bestByBruteForce(without(column)))
  const leaving = rows.length > first.length ? [bestByBruteForce(rest)] : []
  return Math.max(...taking, ...leaving, ...(first.length === 0 ? [0] : []))
}

describe('assignment', () => {
  it('is as good as the best of all assignments', () => {
    fc.assert(
      fc.property(matrices(5), (rows) => {
        const { columnOf, total } = assign(matrixOf(rows), 'greatest')
        expect(total).toBe(bestByBruteForce(rows))
        const given = [...columnOf].filter((column) => column !== -1)
        expect(given).toHaveLength(Math.min(rows.length, rows[0]?.length ?? 0))
        expect(new Set(given).size).toBe(given.length)
        expect(given.every((column) => column >= 0 && column < (rows[0]?.length ?? 0))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('has the sum of the values that it chooses', () => {
    fc.assert(
      fc.property(matrices(12, fc.integer({ min: -1000, max: 1000 })), (rows) => {
        const { columnOf, total } = assign(matrixOf(rows), 'least')
        const values = [...columnOf].map((column, row) => (column === -1 ? 0 : (rows[row]?.[column] ?? NaN)))
        expect(total).toBe(values.reduce((sum, value) => sum + value, 0))
      }),
    )
  })

  it.each(['greatest', 'least'] as const)('has the %s sum, like munkres-js', (goal) => {
    const sign = goal === 'least' ? 1 : -1
    fc.assert(
      fc.property(matrices(20, fc.integer({ min: -50, max: 50 })), (rows) => {
        const pairs = munkres(rows.map((row) => row.map((value) => sign * value)))
        const expected = pairs.reduce((sum, [row, column]) => sum + (rows[row]?.[column] ?? NaN), 0)
        expect(assign(matrixOf(rows), goal).total).toBe(expected)
      }),
    )
  })

  it('agrees with munkres-js on fractions', () => {
    fc.assert(
      fc.property(matrices(15, fc.double({ min: 0, max: 1, noNaN: true })), (rows) => {
        const pairs = munkres(rows.map((row) => [...row]))
        const expected = pairs.reduce((sum, [row, column]) => sum + (rows[row]?.[column] ?? NaN), 0)
        expect(assign(matrixOf(rows), 'least').total).toBeCloseTo(expected, 9)
      }),
    )
  })

  it('of the transposed matrix has the same sum', () => {
    fc.assert(
      fc.property(matrices(10), (rows) => {
        const transposed = (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? NaN))
        expect(assign(matrixOf(rows), 'greatest').total).toBe(assign(matrixOf(transposed), 'greatest').total)
      }),
    )
  })

  it('is deterministic with ties', () => {
    const even = { rows: 4, columns: 6, values: new Float64Array(24).fill(0.5) }
    for (let time = 0; time < 3; time += 1) {
      expect([...assign(even, 'greatest').columnOf]).toEqual([0, 4, 1, 5])
      expect([...assign({ ...even, rows: 6, columns: 4 }, 'greatest').columnOf]).toEqual([0, 2, -1, -1, 1, 3])
    }
  })

  it('does not change the matrix', () => {
    const matrix = matrixOf([
      [1, 2, 3],
      [3, 3, 1],
    ])
    assign(matrix, 'least')
    assign(matrix, 'greatest')
    expect([...matrix.values]).toEqual([1, 2, 3, 3, 3, 1])
  })

  it.each([
    [0, 0],
    [0, 3],
    [3, 0],
  ])('of %i rows and %i columns assigns nothing', (rows, columns) => {
    const { columnOf, total } = assign({ rows, columns, values: new Float64Array(0) }, 'greatest')
    expect([...columnOf]).toEqual(Array.from({ length: rows }, () => -1))
    expect(total).toBe(0)
  })

  it.each([NaN, Infinity, -Infinity])('refuses %d', (value) => {
    const matrix = { rows: 1, columns: 2, values: Float64Array.of(0, value) }
    expect(() => assign(matrix, 'least')).toThrow(`value 1 of the matrix is not finite: ${String(value)}`)
  })

  it('refuses a wrong number of values', () => {
    expect(() => assign({ rows: 2, columns: 2, values: new Float64Array(3) }, 'least')).toThrow(
      'a matrix of 2 × 2 cannot have 3 values',
    )
  })

  it('terminates for values that differ by less than the precision of numbers', () => {
    const values = Float64Array.from({ length: 2500 }, (_, index) => 1 + ((index * 7919) % 13) * Number.EPSILON)
    const { columnOf } = assign({ rows: 50, columns: 50, values }, 'least')
    expect(new Set(columnOf).size).toBe(50)
  })
})
