import { Problem } from './problem.js'

/** What is left of a column, as a part of its size, below which it is taken for a combination of those before it. */
const NOTHING_LEFT = 1e-12

/**
 * @typedef {object} Factors Of a matrix X with more rows than columns: X = QR.
 * @property {number[][]} q As columns: orthonormal.
 * @property {number[][]} r As rows: upper triangular.
 */

/**
 * Decomposes a matrix by modified Gram–Schmidt, each column twice, which keeps the columns of Q orthogonal to working
 * precision (Giraud, Langou and Rozložník, 2005).
 * @param {number[][]} rows
 * @param {number[]} sizes How large each column was before it was centred.
 * @returns {Factors}
 * @throws {Problem} Saying "collinear" where a column is 0 or a combination of those before it.
 */
export function decompose(rows, sizes) {
  const size = rows[0].length
  const q = []
  const r = Array.from({ length: size }, () => new Array(size).fill(0))
  for (let column = 0; column < size; column++) {
    const rest = rows.map((row) => row[column])
    for (let pass = 0; pass < 2; pass++) {
      q.forEach((unit, index) => {
        const part = dot(unit, rest)
        r[index][column] += part
        rest.forEach((value, row) => (rest[row] = value - part * unit[row]))
      })
    }
    const length = norm(rest)
    if (!(length > NOTHING_LEFT * sizes[column]))
      throw new Problem('the columns are collinear: they depend on one another')
    r[column][column] = length
    q.push(rest.map((value) => value / length))
  }
  return { q, r }
}

/**
 * Finds the coefficients that come closest to a target: R b = Qᵀ y.
 * @param {Factors} factors
 * @param {number[]} target
 * @returns {number[]}
 */
export function solve({ q, r }, target) {
  return backSubstitute(
    r,
    q.map((unit) => dot(unit, target)),
  )
}

/**
 * Computes (XᵀX)⁻¹ = R⁻¹ R⁻ᵀ.
 * @param {Factors} factors
 * @returns {number[][]}
 */
export function inverseOfSquare({ r }) {
  const unit = (place) => r.map((_, index) => (index === place ? 1 : 0))
  const columns = r.map((_, place) => backSubstitute(r, unit(place)))
  return r.map((_, i) => r.map((__, j) => columns.reduce((sum, column) => sum + column[i] * column[j], 0)))
}

/**
 * Solves R x = y for an upper triangular R.
 * @param {number[][]} r
 * @param {number[]} y
 * @returns {number[]}
 */
function backSubstitute(r, y) {
  const x = [...y]
  for (let row = r.length - 1; row >= 0; row--) {
    for (let column = row + 1; column < r.length; column++) x[row] -= r[row][column] * x[column]
    x[row] /= r[row][row]
  }
  return x
}

function dot(left, right) {
  return left.reduce((sum, value, index) => sum + value * right[index], 0)
}

function norm(values) {
  return Math.hypot(...values)
}
