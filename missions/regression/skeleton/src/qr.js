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
  // Decomposes a matrix by modified Gram–Schmidt, each column twice, which keeps the columns of Q
  // orthogonal to working precision (Giraud, Langou and Rozložník, 2005).
}

/**
 * Finds the coefficients that come closest to a target: R b = Qᵀ y.
 * @param {Factors} factors
 * @param {number[]} target
 * @returns {number[]}
 */
export function solve({ q, r }, target) {
  // Finds the coefficients that come closest to a target: R b = Qᵀ y.
}

/**
 * Computes (XᵀX)⁻¹ = R⁻¹ R⁻ᵀ.
 * @param {Factors} factors
 * @returns {number[][]}
 */
export function inverseOfSquare({ r }) {
  // Computes (XᵀX)⁻¹ = R⁻¹ R⁻ᵀ.
}

/**
 * Solves R x = y for an upper triangular R.
 * @param {number[][]} r
 * @param {number[]} y
 * @returns {number[]}
 */
function backSubstitute(r, y) {
  // Solves R x = y for an upper triangular R.
}

function dot(left, right) {
  // Dot, given left and right.
}

function norm(values) {
  // Norm, given values.
}
