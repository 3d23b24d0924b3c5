import { centred, lengths, means } from './matrix.js'
import { Problem } from './problem.js'
import { decompose, inverseOfSquare, solve } from './qr.js'

/**
 * @typedef {object} Model
 * @property {number[]} estimates That of the intercept, then one for each predictor.
 * @property {number[]} errors Their standard errors, in the same order.
 * @property {number} observations
 * @property {number} rSquared
 * @property {number} adjusted
 * @property {number} residualError
 */

/**
 * Fits a linear model with an intercept by ordinary least squares. Predictors are centred first, so that large columns
 * that are close to constant lose no digits.
 * @param {{ actual: number, values: number[] }[]} observations
 * @returns {Model}
 * @throws {Problem} Saying "observations" where there are too few, "collinear" where columns depend on one another.
 */
export function fit(observations) {
  // Fits a linear model with an intercept by ordinary least squares.
}

/**
 * Predicts the explained value.
 * @param {number[]} estimates That of the intercept first.
 * @param {number[]} values
 * @returns {number}
 */
export function predict([intercept, ...slopes], values) {
  // Predicts the explained value.
}

/**
 * Measures how well a model fits, and how sure its estimates are.
 * @returns {Omit<Model, 'estimates'>}
 */
function quality({ observations, estimates, target, factors, middle }) {
  // Measures how well a model fits, and how sure its estimates are.
}

/**
 * Computes the diagonal of (XᵀX)⁻¹ from the factors of the centred columns: that of the intercept has the uncertainty
 * of the mean and that of the slopes at the means.
 * @returns {number[]} That of the intercept first.
 */
function variancesOf(factors, middle, count) {
  // Computes the diagonal of (XᵀX)⁻¹ from the factors of the centred columns: that of the intercept has
  // the uncertainty of the mean and that of the slopes at the means. Returns: that of the intercept
  // first.
}

function mean(values) {
  // Mean, given values.
}

function dot(left, right) {
  // Dot, given left and right.
}

function sumOfSquares(values) {
  // Sum of squares, given values.
}
